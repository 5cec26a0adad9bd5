import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { CloudFolder, CloudName, joinPath, prefixOf } from '../../../src/domain/cloud/path.ts'
import { pathTricks } from '../../support/examples/path-tricks.ts'

const test = suite('paths below the root directory')
const takesName = (name: string) => E.isRight(CloudName.decode(name))
const takesFolder = (name: string) => E.isRight(CloudFolder.decode(name))

test('no path trick leads out of a folder', () => {
  assert.ok(pathTricks.length >= 60)
  for (const trick of pathTricks) {
    assert.not.ok(takesName(trick), JSON.stringify(trick))
    if (trick !== '/') assert.not.ok(takesFolder(trick), JSON.stringify(trick))
  }
})

test('ordinary names are accepted', () => {
  for (const name of [
    'logo.png',
    'spring/logo@2x.png',
    'a..b/...c/d..',
    '100%.png',
    'sale 50%25 off.png',
    'é/ü/ñ.png',
    '日本/画像.png',
    '🌷/tulip.png',
    "it's (new) [1] {2} #3 & +4 = 5!.png",
    'x'.repeat(1000),
  ])
    assert.ok(takesName(name), name)
})

test('a folder may be the root, and may end with a slash', () => {
  for (const folder of ['', 'spring', 'spring/', 'spring/banners/']) assert.ok(takesFolder(folder), folder)
  assert.equal(['', 'a', 'a/', 'a/b'].map(prefixOf), ['', 'a/', 'a/', 'a/b/'])
  assert.equal([joinPath('', 'a'), joinPath('a/', 'b'), joinPath('', '')], ['a', 'a/b', ''])
})

test('every accepted name stays below its folder, in URLs and in file systems', () => {
  const piece = fc.constantFrom(
    '.',
    '..',
    '/',
    '\\',
    '%',
    '%2e',
    '%2F',
    '%25',
    '2e',
    'a',
    '\uff0e',
    '\u2025',
    '\uff0f',
    ' ',
    '🌷',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
      const name = pieces.join('')
      if (!takesName(name)) return
      for (const read of [name, name.normalize('NFKC'), name.replaceAll('\\', '/')]) {
        const url = new URL(`http://host/root/${read.replaceAll('#', '%23').replaceAll('?', '%3f')}`)
        assert.ok(url.pathname.startsWith('/root/'), name)
      }
    }),
    { numRuns: 2000 },
  )
})

test.run()
