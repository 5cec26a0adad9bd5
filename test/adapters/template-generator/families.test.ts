import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { BrandProfile } from '../../../src/domain/templates/brand.ts'
import { expectedColumns } from '../../../src/domain/templates/columns.ts'
import { composedTemplate } from '../../../src/domain/templates/compose/compose.ts'
import { type Family, families } from '../../../src/domain/templates/compose/family.ts'
import { brandLook } from '../../../src/domain/templates/compose/look.ts'
import { adUnitSizeOf, sizesOf, type TemplateSize } from '../../../src/domain/templates/size.ts'
import { brand, brief } from '../../support/templates/brands.ts'
import { type Generating, generating, going, made } from '../../support/templates/generators.ts'

const test = suite<{ given: Generating }>('layout families')
test.before(async context => {
  context.given = await generating()
})
test.after(({ given }) => given.close())

/** The codes and sentences of what the checks find in a template. */
const faults = async ({ checks }: Generating, html: string, size: TemplateSize, isDesign = false) => {
  const checked = await checks({ brief: brief(), html, size, expected: [], isDesign }, going())
  if (!('findings' in checked)) throw new Error(checked.detail)
  return checked.findings.map(({ code, detail }) => `${code}: ${detail}`)
}

const wordy = brand({
  fonts: [],
  tone: ['elegant', 'luxury'],
  copy: {
    headlines: ['Light for long evenings at home'],
    texts: [],
    callsToAction: ['Discover the collection'],
    badges: [],
  },
})
const silent = brand({
  name: 'Harbourlight Coffee Roasters',
  copy: { headlines: [], texts: [], callsToAction: [], badges: [] },
})

for (const family of families)
  test(`${family}: nothing overlaps, is cut, loses contrast or shrinks in any size, with the shortest, longest and missing values`, async ({
    given,
  }) => {
    for (const profile of [wordy, silent])
      for (const size of sizesOf('OffSite')) {
        const { html } = composedTemplate(
          { brand: profile, retailerName: 'Corner Shop', look: brandLook(profile, undefined, family) },
          size,
        )
        const checked = await given.checks(
          { brief: brief({ brand: profile }), html, size, expected: expectedColumns },
          going(),
        )
        assert.equal('findings' in checked && checked.findings, [], `${profile.name} ${adUnitSizeOf(size)}`)
      }
  })

/** An ad whose price has a place of some pixels. */
const priced = (width: number, style = '') =>
  `<!doctype html><body style="margin:0;background:#ffffff;color:#111111"><p data-part="price" style="margin:9px;width:${width}px;font-size:20px;${style}">{{price}}</p></body>`

test('a price that is cut, or broken within its number, does not pass, and one that ends before its currency does', async ({
  given,
}) => {
  const size = { width: 300, height: 250 }
  const dots = 'white-space:nowrap;overflow:hidden;text-overflow:ellipsis'
  assert.match((await faults(given, priced(60, dots), size)).join(), 'text-cut')
  assert.match((await faults(given, priced(60, 'overflow-wrap:anywhere'), size, true)).join(), 'number-broken')
  assert.equal(await faults(given, priced(140), size, true), [])
})

test('a picture like a stamp on a wall, a text on a picture and a text on a button do not pass', async ({ given }) => {
  const size = { width: 300, height: 600 }
  const ad = (picture: string, rest: string) =>
    `<!doctype html><body style="margin:0;background:#ffffff;color:#111111;font-size:16px"><div data-part="picture" style="position:absolute;${picture}">{{#productImage}}<img src="{{productImage}}" alt="" style="width:100%;height:100%;object-fit:contain">{{/productImage}}</div>${rest}</body>`
  const large = 'left:20px;top:20px;width:260px;height:260px'
  assert.equal(await faults(given, ad(large, ''), size), [])
  assert.match((await faults(given, ad('left:20px;top:20px;width:60px;height:60px', ''), size)).join(), 'picture-small')
  const over = '<p style="position:absolute;left:60px;top:120px;background:#ffffff">Sale</p>'
  assert.match((await faults(given, ad(large, over), size)).join(), 'lies on the picture')
  const button =
    '<div data-part="cta" style="position:absolute;left:20px;top:400px;width:200px;height:60px;background:#eeeeee"></div><p style="position:absolute;left:40px;top:420px">Sale</p>'
  assert.match((await faults(given, ad(large, button), size, true)).join(), 'lies on the cta')
})

/** The family of a template. */
const familyIn = (html: string): string | undefined => /data-family="([a-z-]+)"/.exec(html)?.[1]

test('all sizes of a brand have its family, and what has no room is named', async ({ given }) => {
  const templates = []
  for (const size of sizesOf('OffSite'))
    templates.push(made(await given.builtIn.compose(brief({ brand: wordy }), size, going())))
  assert.is(new Set(templates.map(({ html }) => familyIn(html))).size, 1)
  const warnings = templates.flatMap(template => template.warnings)
  assert.match(warnings.join('\n'), '320x50 has no room for the former price, the badge, and the headline')
})

const crowded = (family: Family): BrandProfile =>
  brand({
    name: family,
    fonts: [{ family: 'DejaVu Sans Mono', role: 'heading', weight: 900, generic: 'monospace' }],
    copy: { headlines: ['WWWW MMMM WWWW MMMM'], texts: [], callsToAction: ['WWWWWWWW'], badges: [] },
  })

test('letters that are wider than expected are repaired once, and the template still has name, price and button', async ({
  given,
}) => {
  for (const size of sizesOf('OffSite')) {
    const { html } = made(await given.builtIn.compose(brief({ brand: crowded('framed') }), size, going()))
    for (const part of ['name', 'price', 'cta']) assert.match(html, `data-part="${part}"`)
  }
})

test.run()
