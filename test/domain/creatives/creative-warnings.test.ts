import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { adUnitWarnings } from '../../../src/domain/creatives/ad-unit-warnings.ts'
import {
  creativeWarnings,
  needsOf,
  type SavedCreative,
  type UnitFacts,
} from '../../../src/domain/creatives/creative-warnings.ts'
import { pictureFault } from '../../../src/domain/creatives/picture-fault.ts'
import { templateFacts } from '../../../src/domain/creatives/template-facts.ts'

const unit = (name: string, html: string) => {
  const facts = templateFacts(html)
  if ('code' in facts) throw new Error(facts.detail)
  return { name, facts }
}
const library = {
  accountId: 'acme',
  publicUrl: 'https://ads.example',
  contentTypes: new Map([
    ['hero.png', 'image/png'],
    ['not.png', 'text/html'],
    ['pot.psd', 'image/vnd.adobe.photoshop'],
    ['pot.heic', 'image/heic'],
    ['pot.tif', 'image/tiff'],
    ['pot.avif', 'image/avif'],
    ['pot.ico', 'image/x-icon'],
    ['pot.svg', 'image/svg+xml'],
  ]),
}
const sent = (columns: Readonly<Record<string, string>>) =>
  Object.entries(columns).map(([columnName, columnValue], i) => ({
    pointer: `/dynamicAssets/${i}`,
    columnName,
    columnValue,
  }))
const warned = (
  columns: Readonly<Record<string, string>>,
  html: string,
  { units = [unit('Hero 80x40', html)], ...over }: Partial<SavedCreative> & { units?: readonly UnitFacts[] } = {},
) =>
  creativeWarnings({
    needs: needsOf(units),
    sent: sent(columns),
    pointer: '/dynamicAssets',
    columns: new Set(Object.keys(columns)),
    ofCampaign: [],
    library,
    ...over,
  }).map(({ pointer, code, detail }) => `${pointer} ${code}: ${detail}`)

test('a creative with all that its ad units show is saved without warnings (CREATIVE-20)', () => {
  const html = '<img src="{{hero}}">{{headline}}{{#badge}}new{{/badge}}'
  assert.equal(warned({ hero: '/assets/acme/hero.png', headline: 'x' }, html), [])
  assert.equal(warned({ hero: 'https://ads.example/assets/acme/hero.png', headline: '', badge: '1' }, html), [])
  assert.equal(warned({ hero: 'https://cdn.example/x.png', headline: 'x' }, html), [])
})
test('pictures of cameras and design programs, which browsers cannot show, are named (CREATIVE-20)', () => {
  const faultOf = (file: string) => pictureFault(`/assets/acme/${file}`, library)
  for (const [file, type] of [
    ['pot.psd', 'image/vnd.adobe.photoshop'],
    ['pot.heic', 'image/heic'],
    ['pot.tif', 'image/tiff'],
  ] as const)
    assert.equal(faultOf(file), {
      code: 'image-undecodable',
      detail: `${file} is ${type}, which browsers cannot show`,
    })
  for (const file of ['pot.avif', 'pot.ico', 'pot.svg', 'hero.png']) assert.is(faultOf(file), undefined, file)
})
test('a column that no ad unit uses is named, with those that exist; one of the campaign is used (CREATIVE-20)', () => {
  assert.equal(warned({ headline: 'x', hedline: 'y' }, '{{headline}}'), [
    '/dynamicAssets/1/columnName unknown-column: No ad unit uses the column hedline; they use headline.',
  ])
  assert.equal(warned({ weight: '3' }, '<p>', { ofCampaign: ['weight'] }), [])
  assert.match(warned({ a: '1' }, '<p>')[0] ?? '', /they use none\.$/)
})
test('columns without a value and without a picture are named with the ad units that show them (CREATIVE-20)', () => {
  const units = [unit('Hero 80x40', '{{price}}<img src="{{hero}}">'), unit('Tall 40x80', '{{price}}')]
  assert.equal(warned({}, '', { units }), [
    '/dynamicAssets image-missing: The creative has no picture in hero: it cannot be shown in Hero 80x40.',
    '/dynamicAssets missing-column: The creative has no value for price: left empty in Hero 80x40, Tall 40x80.',
  ])
  assert.equal(warned({}, '', { units, columns: new Set(['price', 'hero']) }), [])
})
test('a value that cannot be drawn as a picture says why (CREATIVE-20)', () => {
  const reason = (hero: string) => warned({ hero }, '<img src="{{hero}}">')[0]?.split('/columnValue ')[1] ?? 'none'
  const says = 'The value of hero cannot be shown as a picture'
  assert.is(reason(' '), 'none', 'a creative without a picture goes live, too')
  assert.is(reason('/assets/acme/gone.png'), `image-missing: ${says}: gone.png is not in the asset library.`)
  assert.is(reason('/assets/acme/not.png'), `image-undecodable: ${says}: not.png is no picture, but text/html.`)
  assert.match(reason('/assets/other/hero.png'), /^foreign-image: .* another account/)
  assert.match(
    reason('hero.png'),
    /^image-missing: .* neither a file of the asset library, \/assets\/acme\/ and its path, nor an address/,
  )
  assert.match(reason('javascript:1'), /^image-missing/)
  assert.match(reason('http://[bad'), /^image-missing: .* no address/)
  assert.is(reason(''), 'none')
  assert.is(reason('data:image/gif;base64,R0lGOD'), 'none')
})
test('a file that another column names is looked for, too (CREATIVE-20)', () => {
  const [warning = ''] = warned({ terms: 'See /assets/acme/terms.pdf' }, '{{terms}}')
  assert.match(warning, /^\/dynamicAssets\/0\/columnValue file-missing: .*: terms\.pdf\.$/)
})
test('warnings are few and short, however much is wrong', () => {
  const columns = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`c${i}`, 'x']))
  assert.is(warned(columns, '{{a}}').length, 50)
  const many = Array.from({ length: 400 }, (_, i) => `{{c${i}}}`).join('')
  assert.match(warned({}, many)[0] ?? '', /c9 and 390 more: left empty/)
})
test('the HTML of an ad unit is warned of what it loads from elsewhere, without queries, and of missing files (PROVISION-8)', () => {
  const html = {
    pointer: '/adUnits/0/html',
    libraryPaths: ['hero.png', 'gone.css'],
    pictures: ['/assets/acme/not.png'],
    files: ['/assets/acme/gone-2x.png', '/assets/acme/hero.png', 'css/style.css', 'https://cdn.example/x.png'],
    leadsPage: true,
  }
  const loads = ['https://cdn.example/x.png?token=1', 'https://ads.example/assets/acme/hero.png']
  assert.equal(
    adUnitWarnings({ ...html, loads }, library).map(({ code, detail }) => `${code}: ${detail}`),
    [
      'image-undecodable: /assets/acme/not.png cannot be shown: not.png is no picture, but text/html.',
      'file-missing: css/style.css cannot be loaded: it is no file of the asset library. Upload it, and write /assets/acme/ before its path.',
      'file-missing: The HTML names what is not in the asset library: gone.css, gone-2x.png.',
      'external-address: The HTML loads what is not in the asset library, and is rejected while that cannot be reached: https://cdn.example/x.png. Upload it to the library.',
      'click-not-counted: A script of the HTML leads the page itself to another address (top.location or parent.location): click trackers without {redirect} are not called. Use a link, or window.open(clickTag).',
    ],
  )
})
test('paths of the library are compared as they are stored', () => {
  const contentTypes = new Map([['größe 1.png', 'image/png']])
  assert.is(pictureFault('/assets/acme/gr%C3%B6%C3%9Fe%201.png', { ...library, contentTypes }), undefined)
  assert.is(pictureFault('/assets/acme/größe 1.png', { ...library, contentTypes }), undefined)
})

test.run()
