import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DesignLayer, DesignLayout } from '../../../src/domain/templates/brand.ts'
import { contrastOf } from '../../../src/domain/templates/color/contrast.ts'
import { groundOf } from '../../../src/domain/templates/compose/bands.ts'
import { composeTemplate } from '../../../src/domain/templates/compose/compose.ts'
import { brandLook, type Look } from '../../../src/domain/templates/compose/look.ts'
import { designLook, nearestInRatio } from '../../../src/domain/templates/design/design-look.ts'
import { sizesOf } from '../../../src/domain/templates/size.ts'
import { anyColor, brand } from '../../support/templates/brands.ts'

type Box = readonly [x: number, y: number, width: number, height: number]
const boxOf = ([x, y, width, height]: Box) => ({ x, y, width, height, opacity: 1 })
const fill = (name: string, at: Box, color: string, radius?: number): DesignLayer => ({
  ...{ kind: 'fill', name, ...boxOf(at), color },
  ...(radius === undefined ? {} : { radius }),
})
const words = (name: string, at: Box, content: string, color = '#111111'): DesignLayer => ({
  ...{ kind: 'text', name, ...boxOf(at), content, color, family: 'Lora', size: name === 'headline' ? 30 : 14 },
  ...{ weight: 700, italic: false, align: 'left', leading: 34, wraps: false },
})
const picture = (at: Box): DesignLayer => {
  const [, , width, height] = at
  const image = { blob: 'b1', contentType: 'image/png', width, height, role: 'picture' } as const
  return { kind: 'image', name: 'product', ...boxOf(at), image }
}
/** A design of 300x250 with its texts at the left. */
const design = (shapes: readonly DesignLayer[], product: Box, texts: { x: number; color?: string }): DesignLayout => ({
  ...{ width: 300, height: 250 },
  layers: [
    fill('bg', [0, 0, 300, 250], '#fff4e0'),
    ...shapes,
    picture(product),
    words('headline', [texts.x, 20, 120, 70], 'Warm bread', texts.color),
    words('name', [texts.x, 110, 120, 20], 'Rye loaf', texts.color),
    words('price', [texts.x, 140, 80, 30], '£4.20', texts.color),
    fill('button', [texts.x, 190, 110, 36], '#5b2a86', 6),
    words('cta', [texts.x + 10, 200, 80, 18], 'Order a loaf', '#ffffff'),
  ],
})
const lookOf = (of: DesignLayout): Look => designLook(of, { brand: brand(), usual: brandLook(brand()) })
const paletteOf = ({ schemes }: Look) => schemes[schemes.first]
const [left, right]: readonly [Box, Box] = [
  [10, 50, 120, 140],
  [165, 50, 120, 140],
]

test('the other sizes are arranged as the design: by where its picture and its texts are', () => {
  assert.is(lookOf(design([], right, { x: 14 })).family, 'product-right')
  assert.is(lookOf(design([], left, { x: 150 })).family, 'product-left')
  assert.is(lookOf(design([], [150, 0, 150, 250], { x: 14 })).family, 'full-bleed')
  assert.is(
    lookOf(design([fill('circle', [160, 45, 130, 130], '#d98e32', 65)], right, { x: 14 })).family,
    'color-block',
  )
  const card = lookOf(design([fill('card', [10, 10, 280, 230], '#ffffff')], right, { x: 14 }))
  assert.equal([card.family, card.frame, paletteOf(card).background], ['framed', '#fff4e0', '#ffffff'])
  const layers = design([], right, { x: 14 }).layers.filter(({ kind }) => kind !== 'image')
  assert.is(lookOf({ width: 300, height: 250, layers }).family, 'text-led')
})

test('shapes keep what they are behind: all texts, the picture, some texts, or nothing along an edge', () => {
  const side = lookOf(design([fill('side', [0, 0, 150, 250], '#0b3bdc')], right, { x: 14, color: '#ffffff' }))
  assert.equal([paletteOf(side).background, paletteOf(side).panel], ['#0b3bdc', '#fff4e0'])
  const panel = lookOf(design([fill('panel', [150, 0, 150, 250], '#cfe8d8')], right, { x: 14 }))
  assert.equal([paletteOf(panel).background, paletteOf(panel).panel], ['#fff4e0', '#cfe8d8'])
  const bands = (...shapes: readonly DesignLayer[]) =>
    lookOf(design(shapes, right, { x: 14 })).bands.map(({ zone, color }) => `${zone} ${color}`)
  assert.equal(bands(fill('band', [0, 0, 150, 100], '#ffd400')), ['copy #ffd400'])
  assert.equal(bands(fill('foot', [0, 180, 150, 70], '#ffd400')), ['deal #ffd400'])
  assert.equal(bands(fill('line', [0, 0, 300, 12], '#d6245a')), ['top #d6245a'])
  assert.equal(bands(fill('foot', [0, 180, 150, 70], '#5b2a86')), [], 'a band that would hide the button is left out')
})

test('button, type, capitals and copy are those of the design', () => {
  const look = lookOf(design([], right, { x: 14 }))
  const { cta, ctaText, price } = paletteOf(look)
  assert.equal([cta, ctaText, price], ['#5b2a86', '#ffffff', '#111111'])
  assert.ok(Math.abs(look.radii.cta! - 6 / 36) < 0.01)
  assert.match(look.fonts.heading, /^'Lora'/)
  assert.equal([look.copy.headlines[0], look.copy.callsToAction[0]], ['Warm bread', 'Order a loaf'])
  assert.is(look.capitals.name, false)
  const html = composeTemplate({ brand: brand(), retailerName: 'R', look }, { width: 160, height: 600 })
  assert.match(html, /data-part="cta"[^>]*background:#5b2a86;color:#ffffff[^>]*>Order a loaf</)
})

test('a headline in capitals on a band from edge to edge is no badge', () => {
  const layers = design([], right, { x: 14 }).layers.flatMap(layer =>
    layer.name === 'headline'
      ? [fill('claim', [0, 20, 300, 60], '#ffd400'), words('headline', [14, 30, 200, 40], 'BIG WEEK')]
      : [layer],
  )
  assert.is(lookOf({ width: 300, height: 250, layers }).copy.headlines[0], 'BIG WEEK')
})

test('a design of any colors gives texts that can be read, and the design nearest in ratio is chosen', () => {
  fc.assert(
    fc.property(anyColor, anyColor, anyColor, anyColor, (back, band, letters, button) => {
      const { layers, ...size } = design([fill('band', [0, 0, 150, 100], band)], right, { x: 14, color: letters })
      const colored = layers.map(layer =>
        layer.name === 'bg' ? { ...layer, color: back } : layer.name === 'button' ? { ...layer, color: button } : layer,
      )
      const look = lookOf({ ...size, layers: colored })
      const { background, text, price, cta, ctaText, badge, badgeText } = paletteOf(look)
      const pairs = [
        [groundOf(look.bands, 'copy', background), text],
        [groundOf(look.bands, 'deal', background), price],
        [cta, ctaText],
        [badge, badgeText],
      ] as const
      for (const [behind, front] of pairs) assert.ok(contrastOf(behind, front) >= 4.5, `${front} on ${behind}`)
    }),
  )
  const [wide, tall] = [
    { width: 970, height: 250 },
    { width: 300, height: 600 },
  ]
  assert.equal(
    sizesOf('OffSite').map(size => nearestInRatio([wide!, tall!], size) === wide),
    [false, true, true, true, false, false],
  )
})

test.run()
