import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { BrandFont } from '../../../src/domain/templates/brand.ts'
import { cleanHtml } from '../../../src/domain/templates/clean/clean-html.ts'
import { fontFilesOf, withFontFaces } from '../../../src/domain/templates/font-files.ts'

const montserrat: BrandFont = { family: 'Montserrat', role: 'heading', weight: 700, generic: 'sans-serif' }
const files = (...paths: readonly string[]) => paths.map(path => ({ path, sha256: 'a'.repeat(64) }))
const found = (...paths: readonly string[]) =>
  fontFilesOf([montserrat], files(...paths)).map(({ path, weight, style }) => `${path} ${weight} ${style}`)

test('fonts that a brand uploaded are found by the names that designers give them (TEMPLATE-34)', () => {
  assert.equal(
    found('fonts/Montserrat-BoldItalic.ttf', 'montserrat.woff2', 'Montserrat Semi Bold.otf', 'x/Montserrat[wght].ttf'),
    [
      'Montserrat Semi Bold.otf 600 normal',
      'fonts/Montserrat-BoldItalic.ttf 700 italic',
      'montserrat.woff2 400 normal',
      'x/Montserrat[wght].ttf 100 900 normal',
    ],
  )
})

test('the font of another family is not taken for one of the brand', () => {
  assert.equal(found('MontserratAlternates-Bold.ttf', 'Mont-Bold.ttf', 'Bold.ttf', "Montserrat's.ttf"), [])
})

const template = '<!doctype html><html><head><style>.ad{font-family:Montserrat}</style></head><body>x</body></html>'
const loading = withFontFaces(template, 'acme', fontFilesOf([montserrat], files('fonts/Montserrat Bold.ttf')))

test('a template loads the fonts that it names, once, and the sanitiser keeps them', () => {
  assert.match(
    loading,
    '<style>@font-face{font-family:"Montserrat";font-weight:700;font-style:normal;src:url(/assets/acme/fonts/Montserrat%20Bold.ttf)}.ad{',
  )
  assert.is(withFontFaces(loading, 'acme', fontFilesOf([montserrat], files('Montserrat.ttf'))), loading)
  assert.is(
    withFontFaces('<style>.ad{font-family:Arial}</style>', 'acme', fontFilesOf([montserrat], files('Montserrat.ttf'))),
    '<style>.ad{font-family:Arial}</style>',
  )
  const { html, findings } = cleanHtml(loading)
  assert.equal(findings, [])
  assert.match(html ?? '', 'url(/assets/acme/fonts/Montserrat%20Bold.ttf)')
  assert.is(cleanHtml(html ?? '').html, html)
})

test('a template loads no font from elsewhere, and nothing else by a font', () => {
  for (const face of [
    'font-family:a;src:url(https://evil.example/a.ttf)',
    'font-family:a;src:url(//evil.example/a.ttf)',
    'font-family:a;src:url(data:font/ttf;base64,AAAA)',
    'font-family:a;src:url(/assets/acme/../../secret)',
    'font-family:a;src:url(/assets/{{account}}/a.ttf)',
    'font-family:a;src:local(Arial)',
    'font-family:a;src:image-set("/assets/acme/a.ttf")',
    'font-family:a;background:url(/assets/acme/a.ttf)',
    'font-family:a;src:var(--x)',
  ]) {
    const { html = '', findings } = cleanHtml(`<style>@font-face{${face}}p{color:red}</style><p>x</p>`)
    assert.not.match(html, 'font-face', face)
    assert.is(findings.length > 0, true, face)
  }
})

test.run()
