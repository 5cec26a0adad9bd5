import { type Layer, type LayerTextData, writePsdUint8Array } from 'ag-psd'
import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { DesignLayer } from '../../../src/domain/templates/brand.ts'
import { type Brands, brandIn, openBrands, sourceOf } from '../../support/brands/brands.ts'
import { type Sides as Box, type Rgb as Color, flatLayer as flat, painted } from '../../support/brands/layers.ts'

const test = suite<{ brands: Brands }>('groups and opacities of designs')
test.before(async context => {
  context.brands = await openBrands()
})
test.after(async ({ brands }) => brands.close())

const [red, blue, black, white]: readonly [Color, Color, Color, Color] = [
  [255, 0, 0],
  [0, 0, 255],
  [0, 0, 0],
  [255, 255, 255],
]
const [width, height] = [100, 60]
const all = { left: 0, top: 0, right: width, bottom: height }
const [over, beside] = [
  { left: 10, top: 10, right: 50, bottom: 40 },
  { left: 30, top: 10, right: 80, bottom: 40 },
]

const ground = flat('ground', white, all)

/** What Photoshop would keep as the picture of the design: rectangles of colours, the last one on top. */
const picture = (parts: readonly (readonly [Color, Box])[]) => {
  const { data } = painted(white, all)
  for (const [color, box] of parts)
    for (let y = box.top; y < box.bottom; y++)
      for (let x = box.left; x < box.right; x++) data.set([...color, 255], (y * width + x) * 4)
  return { data, width, height }
}
const read = async (brands: Brands, children: Layer[], shown: readonly (readonly [Color, Box])[]) => {
  const psd = writePsdUint8Array({ width, height, imageData: picture(shown), children })
  const { profile, warnings } = await brandIn(brands, await sourceOf(brands, 'psd', psd))
  return { layers: profile.layout!.layers, profile, warnings }
}

const colorOf = async (brands: Brands, layer: DesignLayer, x: number, y: number): Promise<Color> => {
  if (layer.kind === 'fill') {
    const n = Number.parseInt(layer.color.slice(1), 16)
    return [n >> 16, (n >> 8) & 255, n & 255]
  }
  assert.is(layer.kind, 'image')
  if (layer.kind !== 'image') return black
  const background = { r: 255, g: 255, b: 255 }
  // over white first, then the pixel
  const shown = await sharp(await brands.blobs.read(layer.image.blob))
    .flatten({ background })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = ((y - layer.y) * shown.info.width + x - layer.x) * shown.info.channels
  const [r = 0, g = 0, b = 0] = shown.data.subarray(at, at + 3)
  return [r, g, b].map(n => Math.round(255 + (n - 255) * layer.opacity)) as unknown as Color
}
const isNear = (actual: Color, expected: Color): void =>
  assert.ok(
    actual.every((n, channel) => Math.abs(n - expected[channel]!) <= 2),
    `${actual.join(' ')} is not ${expected.join(' ')}`,
  )

test('the fill opacity of a layer shows what is under it', async ({ brands }) => {
  const veil = flat('veil', black, over, { fillOpacity: 0.2 })
  const { layers, warnings } = await read(brands, [ground, veil], [[[204, 204, 204], over]])
  const [, fill] = layers
  assert.equal(warnings, [])
  assert.equal([fill?.kind, fill?.name], ['fill', 'veil'])
  assert.ok(Math.abs(fill!.opacity - 0.2) < 0.01, `${fill!.opacity}`)
})

test('layers of a faded group do not shine through one another', async ({ brands }) => {
  const children = [flat('red', red, over), flat('blue', blue, beside)]
  const duo: Layer = { name: 'duo', opacity: 0.5, blendMode: 'normal', children }
  const { layers } = await read(
    brands,
    [ground, duo],
    [
      [[255, 128, 128], over],
      [[128, 128, 255], beside],
    ],
  )
  const [, group] = layers
  assert.equal(
    layers.map(({ name }) => name),
    ['ground', 'duo'],
  )
  isNear(await colorOf(brands, group!, 15, 20), [255, 128, 128])
  isNear(await colorOf(brands, group!, 40, 20), [128, 128, 255])
  isNear(await colorOf(brands, group!, 70, 20), [128, 128, 255])
})

test('a group keeps the modes of its layers to itself, and a passed-through group does not', async ({ brands }) => {
  const multiplied = (blendMode: 'normal' | 'pass through'): Layer[] => [
    flat('ground', [255, 255, 0], all),
    { name: 'inside', blendMode, children: [flat('tint', [0, 255, 255], over, { blendMode: 'multiply' })] },
  ]
  const kept = await read(brands, multiplied('normal'), [
    [[255, 255, 0], all],
    [[0, 255, 255], over],
  ])
  isNear(await colorOf(brands, kept.layers[1]!, 20, 20), [0, 255, 255])
  const passed = await read(brands, multiplied('pass through'), [
    [[255, 255, 0], all],
    [[0, 255, 0], over],
  ])
  isNear(await colorOf(brands, passed.layers[0]!, 20, 20), [0, 255, 0])
})

test('the mode of a group mixes the whole group with what is under it', async ({ brands }) => {
  const children = [flat('red', [255, 0, 255], over), flat('blue', [0, 255, 255], beside)]
  const { layers } = await read(
    brands,
    [flat('ground', [255, 255, 0], all), { name: 'both', blendMode: 'multiply', children }],
    [
      [[255, 255, 0], all],
      [[255, 0, 0], over],
      [[0, 255, 0], beside],
    ],
  )
  isNear(await colorOf(brands, layers[0]!, 15, 20), [255, 0, 0])
  isNear(await colorOf(brands, layers[0]!, 40, 20), [0, 255, 0])
  isNear(await colorOf(brands, layers[0]!, 90, 50), [255, 255, 0])
})

test('the mask of a group cuts all of its layers', async ({ brands }) => {
  const mask = { ...over, right: 40, defaultColor: 0, imageData: painted(white, { ...over, right: 40 }) }
  const children = [flat('red', red, over), flat('blue', blue, beside)]
  const { layers } = await read(
    brands,
    [ground, { name: 'duo', blendMode: 'pass through', mask, children }],
    [
      [red, { ...over, right: 30 }],
      [blue, { ...over, left: 30, right: 40 }],
    ],
  )
  assert.equal(
    layers.map(({ name }) => name),
    ['ground', 'duo'],
  )
  isNear(await colorOf(brands, layers[1]!, 20, 20), red)
  isNear(await colorOf(brands, layers[1]!, 35, 20), blue)
  isNear(await colorOf(brands, layers[1]!, 60, 20), white)
})

test('text in a group that is drawn as a picture is still read, and a warning names it', async ({ brands }) => {
  const text: LayerTextData = { text: 'Autumn warmth', style: { font: { name: 'DejaVuSans' }, fontSize: 14 } }
  const children = [flat('box', red, over), flat('words', black, beside, { text })]
  const { profile, warnings } = await read(
    brands,
    [ground, { name: 'duo', opacity: 0.5, blendMode: 'normal', children }],
    [
      [[255, 128, 128], over],
      [[128, 128, 128], beside],
    ],
  )
  assert.equal(profile.copy.headlines, ['Autumn warmth'])
  assert.equal(warnings, ['Shown as a picture, as HTML cannot show this text so: words.'])
})

test.run()
