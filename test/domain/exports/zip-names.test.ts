import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { safeSegment, type ZipFile, zipNaming } from '../../../src/domain/exports/zip-names.ts'

const zipNames = (files: readonly ZipFile[]): readonly string[] => files.map(zipNaming())
const file = (given: Partial<ZipFile>): ZipFile => ({
  creativeName: 'Spring',
  adUnitName: 'Hero',
  width: 300,
  height: 250,
  scale: 1,
  format: 'png',
  ...given,
})

test('a file is named by its creative, its ad unit, its size and its scale', () => {
  assert.equal(zipNames([file({}), file({ scale: 2, format: 'jpg' })]), [
    'Spring/Hero_300x250.png',
    'Spring/Hero_300x250@2x.jpg',
  ])
})
test('names that differ only in case are made distinct, with one folder per creative', () => {
  const files = ['Spring', 'SPRING', 'spring', 'Spring'].map(creativeName => file({ creativeName }))
  assert.equal(zipNames(files), [
    'Spring/Hero_300x250.png',
    'SPRING (2)/Hero_300x250.png',
    'spring (3)/Hero_300x250.png',
    'Spring/Hero_300x250 (2).png',
  ])
})
test('each folder gets the first free number, whatever was wanted before', () => {
  const first = (wanted: string, taken: ReadonlySet<string>, n = 1): string => {
    const name = n === 1 ? wanted : `${wanted} (${n})`
    return taken.has(name.toUpperCase()) ? first(wanted, taken, n + 1) : name
  }
  const names = ['a', 'A', 'a (2)', 'A (2)', 'a (3)', 'A (3)', 'a (2) (2)', 'A (2) (2)', 'b']
  fc.assert(
    fc.property(fc.shuffledSubarray(names), wanted => {
      const taken = new Set<string>()
      const expected = wanted.map(one => {
        const name = first(one, taken)
        taken.add(name.toUpperCase())
        return `${name}/Hero_300x250.png`
      })
      assert.equal(zipNames(wanted.map(creativeName => file({ creativeName }))), expected)
    }),
  )
})
test('names that differ only in composed accents are made distinct', () => {
  const [one = '', other = ''] = zipNames(['Caf\u00e9', 'Cafe\u0301'].map(creativeName => file({ creativeName })))
  assert.is.not(one.normalize('NFC'), other.normalize('NFC'))
})
test('a creative named manifest.json does not replace the manifest', () => {
  assert.equal(zipNames([file({ creativeName: 'manifest.json' })]), ['manifest.json (2)/Hero_300x250.png'])
})
test('device names of Windows, and trailing characters that it drops, are changed', () => {
  const pairs = { CON: '_CON', 'nul.txt': '_nul.txt', com1: '_com1', 'a.': 'a', 'a . ': 'a', '...': '_', ' a': 'a' }
  for (const [name, safe] of Object.entries(pairs)) assert.is(safeSegment(name), safe)
  assert.is(safeSegment('console'), 'console')
})
test('letters of all languages are kept', () => assert.is(safeSegment('Grüße 春の花 – 50 %'), 'Grüße 春の花 – 50 %'))

const nasty = fc.constantFrom(
  ...[
    '..',
    '.',
    '/',
    '\\',
    'C:',
    'CON',
    'nul',
    'COM1.',
    'LPT¹',
    'a',
    'A',
    'ß',
    'SS',
    'ı',
    'I',
    'é',
    'e\u0301',
    ' ',
    '.',
    '\u0000',
  ],
  ...[
    '\u202e',
    '\u2028',
    '\u00a0',
    '\ud800',
    '😀',
    '?',
    '*',
    '|',
    '"',
    '<',
    ':',
    'manifest.json',
    ' (2)',
    'x'.repeat(120),
    '\ufb01',
  ],
)
const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 150, size: 'max' }),
  fc.array(nasty, { minLength: 1, maxLength: 6 }).map(parts => parts.join('')),
)
const anyFile = fc.record({
  creativeName: anyName,
  adUnitName: anyName,
  width: fc.integer({ min: 1, max: 5000 }),
  height: fc.integer({ min: 1, max: 5000 }),
  scale: fc.constantFrom(1 as const, 2 as const),
  format: fc.constantFrom('png', 'jpg', 'gif', 'tiff', 'mp4'),
})
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i

test('every name has two segments that are valid on Windows, macOS and Linux, without . or ..', () =>
  fc.assert(
    fc.property(fc.array(anyFile, { maxLength: 8 }), files => {
      for (const name of zipNames(files)) {
        const segments = name.split('/')
        assert.is(segments.length, 2, name)
        for (const segment of segments) {
          assert.not.match(segment, /[\u0000-\u001f\u007f<>:"/\\|?*]/)
          assert.not.match(segment, /^\.{0,2}$|^\s|[\s.]$/)
          assert.not.ok(reserved.test(segment), segment)
          assert.ok(segment.isWellFormed(), 'half a character cannot be written as UTF-8')
          assert.ok(Buffer.byteLength(segment) <= 255, `${Buffer.byteLength(segment)} bytes are too many for Linux`)
          assert.ok(segment.length <= 255, `${segment.length} units are too many for Windows and macOS`)
        }
      }
    }),
  ))
test('no two files share a name, even if case and the form of accents are ignored', () =>
  fc.assert(
    fc.property(fc.array(anyFile, { maxLength: 8 }), files => {
      const names = zipNames(files)
      assert.is(names.length, files.length)
      for (const form of ['NFC', 'NFD', 'NFKC'] as const)
        for (const fold of [(s: string) => s.toLowerCase(), (s: string) => s.toUpperCase()])
          assert.is(new Set(names.map(name => fold(name.normalize(form)))).size, names.length)
    }),
  ))
test('each creative has its own folder, and no folder is named like the manifest', () =>
  fc.assert(
    fc.property(fc.array(anyFile, { maxLength: 8 }), files => {
      const folders = new Map<string, Set<string>>()
      zipNames(files).forEach((name, i) => {
        const [folder = ''] = name.split('/')
        const creatives = folders.get(folder) ?? new Set<string>()
        folders.set(folder, creatives.add(files[i]?.creativeName ?? ''))
        assert.is.not(folder.toLowerCase(), 'manifest.json')
      })
      for (const creatives of folders.values()) assert.is(creatives.size, 1)
    }),
  ))
test('the same files have the same names', () =>
  fc.assert(fc.property(fc.array(anyFile, { maxLength: 10 }), files => assert.equal(zipNames(files), zipNames(files)))))

test.run()
