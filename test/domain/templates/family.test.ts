import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { composedTemplate, composeTemplate } from '../../../src/domain/templates/compose/compose.ts'
import { families, familyOf, type PictureLook } from '../../../src/domain/templates/compose/family.ts'
import { fittingSize } from '../../../src/domain/templates/compose/fit.ts'
import { brandLook } from '../../../src/domain/templates/compose/look.ts'
import { sizesOf } from '../../../src/domain/templates/size.ts'
import { anyBrand, brand } from '../../support/templates/brands.ts'

const look = (kind: PictureLook['kind'], ratio = 1.5): PictureLook => ({ kind, ratio })
const copy = (headline: string, badges: readonly string[] = []) => ({
  ...{ headlines: [headline], texts: [], callsToAction: ['Shop spring'] },
  badges: [...badges],
})

test('what a brand has decides its family', () => {
  assert.is(familyOf(brand(), look('scene')), 'full-bleed')
  assert.is(familyOf(brand({ tone: ['elegant', 'luxury'] }), look('packshot')), 'framed')
  assert.is(familyOf(brand({ copy: copy('Care that has nothing to hide, from root to leaf') }), undefined), 'text-led')
  const vivid = brand().colors.map(color => (color.role === 'primary' ? { ...color, hex: '#2447e0' } : color))
  const bold = brand({ colors: vivid, fonts: [], tone: ['bold'], copy: copy('Run', ['New']) })
  assert.is(familyOf(bold, look('packshot')), 'color-block')
  assert.match(familyOf(brand({ fonts: [], tone: [] }), look('cut-out')), /^product-(?:left|right)$/)
})

test('brands that are alike but for their names do not all get the same ad', () => {
  const names = ['Fernhollow', 'Harbourlight', 'Morrow', 'Knot & Tide', 'Alder', 'Marlow', 'Kiln', 'Nordlys']
  const got = names.map(name => familyOf(brand({ name, fonts: [], tone: [] }), look('cut-out')))
  assert.ok(new Set(got).size > 1, got.join())
})

test('the same brand always gets the same family, and only a brand with scenes gets cropped pictures', () => {
  const anyLook = fc.option(
    fc.record({
      kind: fc.constantFrom('cut-out', 'packshot', 'scene'),
      ratio: fc.double({ min: 0.2, max: 5, noNaN: true }),
    }),
    { nil: undefined },
  )
  fc.assert(
    fc.property(anyBrand, anyLook, (profile, seen) => {
      const family = familyOf(profile, seen)
      assert.is(familyOf(structuredClone(profile), seen), family)
      assert.ok(families.includes(family))
      const isPhoto = seen?.kind === 'scene' && seen.ratio <= 1.7
      assert.ok(family !== 'full-bleed' || isPhoto, 'a banner is no photo')
    }),
  )
})

test('every family has the parts that edits look for, in every size', () => {
  for (const family of families)
    for (const size of sizesOf('OffSite')) {
      const html = composeTemplate(
        { brand: brand(), retailerName: 'Fernhollow', look: brandLook(brand(), undefined, family) },
        size,
      )
      for (const part of ['ad', 'logo', 'picture', 'badge', 'copy', 'headline', 'name', 'price', 'was', 'cta'])
        assert.is(html.split(`data-part="${part}"`).length, 2, `${family} ${size.width}x${size.height}: ${part}`)
      assert.match(html, `data-family="${family}"`)
    }
})

test("the brand's own call to action is used, or the next that fits, and a warning says so", () => {
  const size = { width: 320, height: 50 }
  const made = (...callsToAction: readonly string[]) =>
    composedTemplate(
      { brand: brand({ copy: { ...copy('A'), callsToAction: [...callsToAction] } }), retailerName: 'F' },
      size,
    )
  assert.match(made('Find your pair').html, '>Find your pair</div>')
  const long = made('Discover the whole collection', 'See all')
  assert.match(long.html, '>See all</div>')
  assert.match(long.warnings.join(), 'no room for the button "Discover the whole collection"; it says "See all"')
})

test('letters are as large as the room allows, and words are never broken', () => {
  const letters = { most: 40, least: 10 }
  const room = { width: 200, height: 100, lines: 2 }
  assert.is(fittingSize('Hi', room, letters), 40)
  const smaller = fittingSize('Light for long evenings', room, letters)!
  assert.ok(smaller >= 10 && smaller < 40, `${smaller} px`)
  assert.ok(fittingSize('Light for long evenings', { ...room, height: 30 }, letters)! < smaller)
  assert.is(fittingSize('Donaudampfschifffahrtsgesellschaft', room, letters), undefined)
})

test.run()
