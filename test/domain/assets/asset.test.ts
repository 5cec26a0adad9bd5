import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { AssetPath, asset, assetPathsIn, assetUrlPath } from '../../../src/domain/assets/asset.ts'
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
  .string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'aZ09._~()-é \u0308\u093f'.split('')) })
  .filter(s => s !== '.' && s !== '..')
const anyPath = fc.array(anySegment, { minLength: 1, maxLength: 4 }).map(s => s.join('/'))

test('every valid path is found in HTML that refers to it', () =>
  fc.assert(
    fc.property(anyPath, path => {
      assert.ok(E.isRight(AssetPath.decode(path)), path)
      const at = assetUrlPath('acme', path)
      const html = `<img src="${at}"><style>p{background:url('http://h${at}')}b{background:url(${at})}</style>`
      assert.equal(assetPathsIn('acme', html), [path])
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

test('paths cannot leave the folder', () => {
  for (const path of ['..', '.', 'a/..', '../a', 'a/../b', '/a', 'a//b', 'a/', 'a\\b', 'a\0b', ''])
    assert.ok(E.isLeft(AssetPath.decode(path)), JSON.stringify(path))
})

test.run()
