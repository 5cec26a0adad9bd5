import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { AssetPath, asset, NewAssetPath } from '../../../src/domain/assets/asset.ts'
import { assetPathOf, assetUrlPath, browserAddress } from '../../../src/domain/assets/library-address.ts'
import { assetPathsIn } from '../../../src/domain/assets/library-paths.ts'
import { assetStored, logo } from '../../support/examples/assets.ts'
import { whateverIsDone } from '../../support/given/any-sequence.ts'
import { given } from '../../support/given/decider.ts'

test('the content of a path never changes: the same file again changes nothing, a different file is refused (LIBRARY-3)', () => {
  given(asset)().when(logo).then(assetStored())
  given(asset)(assetStored()).when(logo).thenNothing()
  given(asset)(assetStored())
    .when({ ...logo, sha256: 'b'.repeat(64) })
    .thenRejected('asset-path-taken')
})

test('a path keeps its first content, whatever is uploaded', () => {
  const anyUpload = fc
    .record({ sha256: fc.constantFrom('a', 'b', 'c'), size: fc.nat(9) })
    .map(over => ({ ...logo, ...over }))
  whateverIsDone(asset, anyUpload, ({ before, after, command }) => {
    assert.is((after ?? before)?.sha256, (before ?? command).sha256)
  })
})

const anySegment = fc
  .string({
    minLength: 1,
    maxLength: 12,
    unit: fc.constantFrom(...'aZ09._~()-é \u0308\u093f@&%\'"+#?,;[]{}<>=|*:!$^`日🍵'.split(/(?:)/u)),
  })
  .filter(s => s !== '.' && s !== '..' && s === s.trim())
const anyPath = fc.array(anySegment, { minLength: 1, maxLength: 4 }).map(s => s.join('/'))

test('every valid path is found in HTML that refers to it', () =>
  fc.assert(
    fc.property(anyPath, path => {
      assert.ok(E.isRight(AssetPath.decode(path)), path)
      const at = assetUrlPath('acme', path)
      const html = `<img src="${at}"><style>p{background:url('http://h${at}')}b{background:url(${at})}</style>`
      assert.equal(assetPathsIn('acme', html), [path])
      assert.equal(assetPathsIn('acme', `<img srcset="${at} 1x, http://h${at} 2x">`), [path])
      assert.is(assetPathOf('acme', new URL(at, 'http://h').pathname), path)
      assert.equal(assetPathsIn('other', html), [])
    }),
  ))

test('a file whose name has parentheses, as browsers name a second download, is found under its plain name', () => {
  for (const html of [
    '<img src="/assets/a/photo (1).png">',
    '<style>p{background:url("/assets/a/photo (1).png")}</style>',
    '<i style="background:url(/assets/a/photo%20(1).png) top">',
    'Compare /assets/a/photo (1).png',
  ])
    assert.equal(assetPathsIn('a', html), ['photo (1).png'], html)
  assert.equal(assetPathsIn('a', 'url(/assets/a/b.png) or (/assets/a/c (2).png) d'), ['b.png', 'c (2).png'])
  assert.equal(assetPathsIn('a', '/assets/a/b (/assets/a/c.png) d"').at(-1), 'c.png')
})

test('paths within paths are found in linear time, and only as many as asked for', () => {
  assert.equal(assetPathsIn('a', 'x/assets/a/b/assets/a/c.png"/assets/a/"'), ['b/assets/a/c.png', 'c.png'])
  assert.equal(assetPathsIn('a', '/assets/a/'.repeat(500_000)).length, 8)
  const many = Array.from({ length: 1_000 }, (_, n) => `/assets/a/${n}"`).join('')
  assert.is(assetPathsIn('a', many, 501).length, 501)
})

test('a path with invalid percent-encoding is kept as it is, and any other is decoded', () => {
  for (const path of ['a%', 'a%4', 'a%zz', '%FF', '%C3', '%C3x%A4', '%ED%A0%80', '%F8%88%80%80%80', '%41%C3'])
    assert.equal(assetPathsIn('a', `/assets/a/${path}"`), [path])
  const anyText = fc.string({ unit: fc.constantFrom(...'aé%€😀\u0000'), minLength: 1, maxLength: 20 })
  const isAnyPath = (text: string) => assert.equal(assetPathsIn('a', `/assets/a/${encodeURIComponent(text)}"`), [text])
  fc.assert(fc.property(anyText, isAnyPath))
})

test('paths cannot leave the folder, and a name that is refused says why', () => {
  for (const path of ['..', '.', 'a/..', '../a', 'a/../b', '/a', 'a//b', 'a/', 'a\\b', 'a\0b', '', 'a\u202egnp.exe'])
    assert.ok(E.isLeft(AssetPath.decode(path)), JSON.stringify(path))
  for (const [path, why] of [
    ['a\\b.png', /backslash/],
    ['a\nb.png', /control characters/],
    ['a/../b.png', /no \. or \.\./],
    ['/a.png', /without \/ at its begin/],
    ['a .png/ b.png', /no blanks at the begin or end/],
    ['a'.repeat(513), /at most 512 characters; it has 513/],
    ['', /empty/],
  ] as const) {
    const read = NewAssetPath.decode(path)
    assert.match(E.isLeft(read) ? (read.left[0]?.message ?? '') : 'accepted', why)
  }
})

/** Names that designers use, and each as it stands in an address. */
const names = {
  'logo@2x.png': 'logo%402x.png',
  'H&M logo.png': 'H%26M%20logo.png',
  '50%_off.png': '50%25_off.png',
  "men's.png": 'men%27s.png',
  'a+b.png': 'a%2Bb.png',
  '#1.png': '%231.png',
  'photo[1].png': 'photo%5B1%5D.png',
  'a,b.png': 'a%2Cb.png',
  'new?.png': 'new%3F.png',
  'größe/夏.png': 'gr%C3%B6%C3%9Fe/%E5%A4%8F.png',
}

test('a column that holds the path of a file as people write it means the file, and one that holds its address, too', () => {
  for (const [name, encoded] of Object.entries(names)) {
    for (const value of [`/assets/acme/${name}`, `/assets/acme/${encoded}`, ` /assets/acme/${name} `])
      assert.is(browserAddress('acme', value), `/assets/acme/${encoded}`)
    assert.is(
      browserAddress('acme', `https://ads.example/assets/acme/${name}`),
      `https://ads.example/assets/acme/${encoded}`,
    )
  }
  for (const [value, address] of [
    ['/assets/acme/a b.png?v=2', '/assets/acme/a%20b.png?v=2'],
    ['/assets/acme/icons.svg#home', '/assets/acme/icons.svg#home'],
    ['/assets/acme/no 1 #2.svg#home', '/assets/acme/no%201%20%232.svg#home'],
  ] as const)
    assert.is(browserAddress('acme', value), address)
  for (const value of [
    '/assets/acme/a.png 1x, /assets/acme/b.png 2x',
    '/assets/other/a b.png',
    'See /assets/acme/a b.png',
    '/assets/acme/a b',
    'https://shop.example/a b.png',
    '',
  ])
    assert.is(browserAddress('acme', value), value)
})

test('a name is found in HTML as browsers read it, raw or encoded', () => {
  for (const [html, path] of [
    ['<img src="/assets/a/men\'s.png">', "men's.png"],
    ["<img src='/assets/a/55\" TV.png'>", '55" TV.png'],
    ['<img src="/assets/a/H&M logo.png">', 'H&M logo.png'],
    ['<img src="/assets/a/H&amp;M logo.png">', 'H&M logo.png'],
    ['<img src="/assets/a/k&uuml;che &eacute;t&#233; &#xe9;.png">', 'küche été é.png'],
    ['<img src="/assets/a/3&prime; &NotEqualTilde; &#150;.png">', '3′ ≂̸ –.png'],
    ['<img src="/assets/a/R&reg.png">', 'R&reg.png'],
    ['<img src="/assets/a/a &unknown; b.png">', 'a &unknown; b.png'],
    ['<p style="background:url(&#039;/assets/a/k&uuml;che.png&#039;)">', 'küche.png'],
    ['<img src="/assets/a/men&#39;s.png">', "men's.png"],
    ['<img src="https://h.example:8080/assets/a/men&#x27;s.png">', "men's.png"],
    ['<img src="/assets/a/50%_off 2.png">', '50%_off 2.png'],
    ['<img src="/assets/a/photo[1].png?v=1">', 'photo[1].png'],
    ['<img src="/assets/a/smile :).png">', 'smile :).png'],
    ['<img srcset="/assets/a/a,b.png 1x">', 'a,b.png'],
    ['<p style="background:url(&quot;/assets/a/a+b.png&quot;)">', 'a+b.png'],
    [`<p onclick="show('/assets/a/b.png')">`, 'b.png'],
    [`<img src="/assets/a/${'%E5%A4%8F'.repeat(500)}.png">`, `${'夏'.repeat(500)}.png`],
  ] as const)
    assert.equal(assetPathsIn('a', html), [path], html)
})

test.run()
