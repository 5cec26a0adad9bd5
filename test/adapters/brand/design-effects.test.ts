import { type Layer, type LayerEffectsInfo, writePsdUint8Array } from 'ag-psd'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Brands, brandIn, openBrands, sourceOf } from '../../support/brands/brands.ts'
import { areNear, flatLayer, type Rgb, shownBy, svgPicture } from '../../support/brands/layers.ts'

const test = suite<{ brands: Brands }>('effects of layers of designs')
test.before(async context => {
  context.brands = await openBrands()
})
test.after(async ({ brands }) => brands.close())

const size = { width: 120, height: 80 }
const [red, blue, cream, white]: readonly [Rgb, Rgb, Rgb, Rgb] = [
  [255, 0, 0],
  [0, 0, 255],
  [255, 244, 230],
  [255, 255, 255],
]
const rgb = ([r, g, b]: Rgb) => ({ r, g, b })
const px = (value: number) => ({ units: 'Pixels', value }) as const
const card = { left: 30, top: 20, right: 90, bottom: 60 }
const ground = flatLayer('ground', cream, { left: 0, top: 0, right: 120, bottom: 80 })
const groundSvg = '<rect width="120" height="80" fill="#fff4e6"/>'
const cardSvg = (look: string, grow = 0): string =>
  `<rect x="${30 - grow}" y="${20 - grow}" width="${60 + 2 * grow}" height="${40 + 2 * grow}" rx="${Math.max(0, grow)}" ${look}/>`
const soft = (slope = 1): string =>
  `<filter id="f" x="-1" y="-1" width="3" height="3"><feGaussianBlur stdDeviation="4"/><feComponentTransfer><feFuncA type="linear" slope="${slope}"/></feComponentTransfer></filter>`

/** Reads a design whose picture is `svg`, and gives the color at each of its points as the layers show it. */
const shown = async ({ blobs, ...brands }: Brands, children: Layer[], svg: string) => {
  const psd = writePsdUint8Array({ ...size, imageData: await svgPicture(size, svg), children })
  const { profile, warnings } = await brandIn({ blobs, ...brands }, await sourceOf({ blobs, ...brands }, 'psd', psd))
  const colorAt = await shownBy(profile.layout!, blobs)
  const names = profile.layout!.layers.map(({ kind, name }) => `${kind} ${name}`)
  const isAt = (x: number, y: number, expected: Rgb, slack?: number): void => {
    const color = colorAt(x, y)
    assert.ok(areNear(color, expected, slack), `${x},${y}: ${color.join(' ')} is not ${expected.join(' ')}`)
  }
  return { layers: profile.layout!.layers, names, warnings, isAt }
}
const withEffects = (effects: LayerEffectsInfo, more: Partial<Layer> = {}): Layer[] => [
  ground,
  flatLayer('card', red, card, { effects, ...more }),
]
const stroke = (position: 'inside' | 'center' | 'outside', width: number): LayerEffectsInfo => ({
  stroke: [
    { enabled: true, position, size: px(width), fillType: 'color', color: rgb(blue), blendMode: 'normal', opacity: 1 },
  ],
})

test('a stroke lies inside, on or outside the edge of its layer', async ({ brands }) => {
  const lines = { inside: [0, 6], center: [3, 3], outside: [6, 0] } as const
  for (const [position, [out, within]] of Object.entries(lines)) {
    const svg = `${groundSvg}${cardSvg('fill="#00f"', out)}${cardSvg('fill="#f00"', -within)}`
    const effects = stroke(position as keyof typeof lines, 6)
    const { isAt, warnings, names } = await shown(brands, withEffects(effects), svg)
    assert.equal([warnings, names], [[], ['fill ground', 'image card']])
    isAt(60, 20 + within + 1, red)
    isAt(60, 20 + within - 1, blue)
    isAt(60, 20 - out, blue)
    isAt(60, 20 - out - 2, cream)
    isAt(30 - out, 40, blue)
    isAt(60, 40, red)
  }
})

test('a frame around the design is drawn, and the edges of what reaches beyond it are not', async ({ brands }) => {
  const frame = flatLayer('frame', cream, { left: 0, top: 0, right: 120, bottom: 80 }, { effects: stroke('inside', 4) })
  const svg = '<rect width="120" height="80" fill="#00f"/><rect x="4" y="4" width="112" height="72" fill="#fff4e6"/>'
  const framed = await shown(brands, [frame], svg)
  assert.equal(framed.warnings, [])
  framed.isAt(1, 40, blue)
  framed.isAt(6, 40, cream)
  const wide = { left: -40, top: 20, right: 60, bottom: 60 }
  const band = flatLayer('band', red, wide, { effects: stroke('inside', 4) })
  const bandSvg = `${groundSvg}<rect x="-40" y="20" width="100" height="40" fill="#00f"/><rect x="-36" y="24" width="92" height="32" fill="#f00"/>`
  for (const children of [[band], [{ name: 'group', opacity: 0.99, mask: undefined, children: [band] } as Layer]]) {
    const { isAt, warnings } = await shown(brands, [ground, ...children], bandSvg)
    assert.equal(warnings, [])
    isAt(1, 40, red, 6)
    isAt(58, 40, blue, 6)
  }
})

test('an outlined button keeps its outline where its fill is clear', async ({ brands }) => {
  const svg = `${groundSvg}${cardSvg('fill="none" stroke="#00f" stroke-width="2"', -1)}`
  const { isAt, warnings } = await shown(brands, withEffects(stroke('inside', 2), { fillOpacity: 0 }), svg)
  assert.equal(warnings, [])
  isAt(60, 40, cream)
  isAt(31, 40, blue)
})

test('an outer glow is strongest at the edge, and leaves the layer as it is', async ({ brands }) => {
  const glow = { enabled: true, size: px(8), color: rgb(blue), blendMode: 'normal' as const, opacity: 1, range: 0.5 }
  const svg = `${groundSvg}${soft(2)}${cardSvg('fill="#00f" filter="url(#f)"')}${cardSvg('fill="#f00"')}`
  const { isAt, warnings } = await shown(brands, withEffects({ outerGlow: glow }), svg)
  assert.equal(warnings, [])
  isAt(60, 40, red)
  isAt(60, 21, red)
  isAt(60, 19, [25, 24, 252], 25)
  isAt(60, 2, cream)
})

test('an inner glow colors a layer from its edge, and an inner shadow from where the light comes', async ({
  brands,
}) => {
  const look = { enabled: true, size: px(8), color: rgb(blue), blendMode: 'normal' as const, opacity: 1 }
  const clip = '<clipPath id="c"><rect x="30" y="20" width="60" height="40"/></clipPath>'
  const inner = (by: number) =>
    `${groundSvg}${soft()}${clip}${cardSvg('fill="#00f"')}<g clip-path="url(#c)"><g transform="translate(0 ${by})">${cardSvg('fill="#f00" filter="url(#f)"')}</g></g>`
  const glow = await shown(brands, withEffects({ innerGlow: { ...look, range: 1, source: 'edge' } }), inner(0))
  assert.equal(glow.warnings, [])
  glow.isAt(60, 40, red)
  glow.isAt(60, 20, [140, 0, 115], 20)
  glow.isAt(60, 59, [140, 0, 115], 20)
  glow.isAt(60, 18, cream)
  const shadow = { ...look, angle: 90, distance: px(6) }
  const shaded = await shown(brands, withEffects({ innerShadow: [shadow] }), inner(6))
  assert.equal(shaded.warnings, [])
  shaded.isAt(60, 20, [17, 0, 238], 25)
  shaded.isAt(60, 59, red, 25)
})

test('a gradient overlay runs through a layer at its angle', async ({ brands }) => {
  const stop = (color: Rgb, location: number) => ({ color: rgb(color), location, midpoint: 0.5 })
  const opacityStops = [0, 1].map(location => ({ opacity: 1, location, midpoint: 0.5 }))
  const gradient = { name: 'g', type: 'solid' as const, colorStops: [stop(blue, 0), stop(white, 1)], opacityStops }
  const overlay = { enabled: true, blendMode: 'normal', opacity: 1, type: 'linear' as const, scale: 1, gradient }
  const svg = `${groundSvg}<linearGradient id="g"><stop stop-color="#00f"/><stop offset="1" stop-color="#fff"/></linearGradient>${cardSvg('fill="url(#g)"')}`
  const { isAt, warnings } = await shown(brands, withEffects({ gradientOverlay: [{ ...overlay, angle: 0 }] }), svg)
  assert.equal(warnings, [])
  isAt(31, 40, [6, 6, 255])
  isAt(60, 25, [128, 128, 255])
  isAt(88, 40, [249, 249, 255])
})

test('a colour overlay that multiplies mixes with its layer only', async ({ brands }) => {
  const solidFill = [{ enabled: true, blendMode: 'multiply' as const, color: { r: 128, g: 255, b: 255 }, opacity: 1 }]
  const { layers, warnings } = await shown(brands, withEffects({ solidFill }), groundSvg + cardSvg('fill="#800000"'))
  assert.equal(warnings, [])
  assert.equal(
    layers.map(layer => layer.kind === 'fill' && layer.color),
    ['#fff4e6', '#800000'],
  )
})

const shadow = { enabled: true, angle: 90, distance: px(6), size: px(0), color: rgb([0, 0, 0]), opacity: 1 }
const dropShadow = [{ ...shadow, blendMode: 'multiply' as const }]

test('a shadow does not show through a faded layer', async ({ brands }) => {
  const faded = cardSvg('fill="#f00" opacity="0.5"')
  const svg = `${groundSvg}<rect x="30" y="60" width="60" height="6"/>${faded}`
  const { isAt, warnings } = await shown(brands, withEffects({ dropShadow }, { fillOpacity: 0.5 }), svg)
  assert.equal(warnings, [])
  isAt(60, 40, [255, 122, 115])
  isAt(60, 63, [0, 0, 0])
})

test('effects of a group are those of its picture', async ({ brands }) => {
  const left = flatLayer('left', red, { ...card, right: 70 })
  const right = flatLayer('right', [0, 128, 0], { ...card, left: 50 })
  const group: Layer = {
    name: 'both',
    blendMode: 'normal',
    effects: { ...stroke('outside', 4), dropShadow },
    children: [left, right],
  }
  const svg = `${groundSvg}<rect x="30" y="26" width="60" height="40"/>${cardSvg('fill="#00f"', 4)}${cardSvg('fill="#f00"')}<rect x="50" y="20" width="40" height="40" fill="#008000"/>`
  const { isAt, names, warnings } = await shown(brands, [ground, group], svg)
  assert.equal([names, warnings], [['fill ground', 'image both'], []])
  isAt(49, 40, red)
  isAt(51, 40, [0, 128, 0])
  isAt(28, 40, blue)
  isAt(60, 62, blue)
  isAt(60, 65, [0, 0, 0])
})

test('a layer that is clipped to a group is seen within the group only', async ({ brands }) => {
  const [left, right] = [
    { ...card, right: 50 },
    { ...card, left: 70 },
  ]
  const group: Layer = {
    name: 'both',
    opacity: 0.5,
    blendMode: 'normal',
    children: [flatLayer('left', red, left), flatLayer('right', red, right)],
  }
  const over = flatLayer('over', blue, { left: 0, top: 40, right: 120, bottom: 80 }, { clipping: true })
  const halves = [30, 70].map(
    x =>
      `<rect x="${x}" y="20" width="20" height="20" fill="#f00" opacity="0.5"/><rect x="${x}" y="40" width="20" height="20" fill="#00f" opacity="0.5"/>`,
  )
  const { isAt, names, warnings } = await shown(brands, [ground, group, over], groundSvg + halves.join(''))
  assert.equal([names, warnings], [['fill ground', 'image both'], []])
  isAt(40, 30, [255, 122, 115])
  isAt(40, 50, [128, 122, 243])
  isAt(60, 50, cream)
  isAt(10, 70, cream)
})

test('a layer that is clipped to another fades, mixes and is covered with it', async ({ brands }) => {
  const over = flatLayer('over', blue, { left: 0, top: 40, right: 120, bottom: 80 }, { clipping: true })
  const base = flatLayer('card', red, card, { opacity: 0.5, effects: stroke('inside', 4) })
  const faded = `<g opacity="0.5">${cardSvg('fill="#00f"')}<rect x="34" y="24" width="52" height="16" fill="#f00"/></g>`
  const { isAt, warnings } = await shown(brands, [ground, base, over], groundSvg + faded)
  assert.equal(warnings, [])
  isAt(60, 30, [255, 122, 115])
  isAt(60, 50, [128, 122, 243])
  isAt(31, 30, [128, 122, 243])
  isAt(60, 70, cream)
})

test('a picture that is clipped to a box stays apart from it', async ({ brands }) => {
  const photo = flatLayer('photo', blue, { left: 60, top: 0, right: 120, bottom: 80 }, { clipping: true })
  const svg = `${groundSvg}${cardSvg('fill="#f00"')}<rect x="60" y="20" width="30" height="40" fill="#00f"/>`
  const { isAt, names } = await shown(brands, [ground, flatLayer('card', red, card), photo], svg)
  assert.equal(names.slice(0, 2), ['fill ground', 'fill card'])
  isAt(75, 40, blue)
  isAt(100, 40, cream)
})

test('a small layer that differs from the picture of the design is named', async ({ brands }) => {
  const dot = flatLayer('price dot', red, { left: 100, top: 4, right: 110, bottom: 14 })
  const svg = `${groundSvg}${cardSvg('fill="#f00"')}<rect x="100" y="4" width="10" height="10" fill="#a00"/>`
  const { names, warnings } = await shown(brands, [ground, flatLayer('card', red, card), dot], svg)
  assert.equal(names, ['image design'])
  assert.equal(warnings, [
    'Parts of the design look different from the picture of it in the file: "price dot"; the design is shown as one picture.',
  ])
})

test.run()
