import { type Layer, type Psd, writePsdUint8Array } from 'ag-psd'
import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type BrandProfile, designLayouts } from '../../../src/domain/templates/brand.ts'
import type { TemplateSize } from '../../../src/ports/template-generator.ts'
import { drawnBy } from '../../support/rendering/rendering.ts'
import { type Designing, designing, going, made } from '../../support/templates/generators.ts'

const test = suite<{ designs: Designing }>('artboards of designs')
test.before(async context => {
  context.designs = await designing()
})
test.after(({ designs }) => designs.close())

type Rgb = readonly [number, number, number]
const [cream, sky, ink, clay]: readonly [Rgb, Rgb, Rgb, Rgb] = [
  [255, 244, 230],
  [230, 244, 255],
  [20, 33, 61],
  [188, 71, 73],
]
const filled = (name: string, [r, g, b]: Rgb, left: number, top: number, width: number, height: number): Layer => {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < data.length; at += 4) data.set([r, g, b, 255], at)
  return { name, left, top, right: left + width, bottom: top + height, imageData: { data, width, height } }
}
/** A picture: a layer of one color would be a shape. */
const photo = (left: number, top: number): Layer => {
  const layer = filled('product', clay, left, top, 90, 90)
  layer.imageData!.data.forEach((_, at, data) => {
    if (at % 4 === 1) data[at] = Math.floor(at / 360) * 2
  })
  return layer
}
/** Text whose letters are a bar: they are drawn by the template, not by the design. */
const words = (content: string, size: number, color: Rgb, left: number, top: number, width: number): Layer => {
  const [r, g, b] = color
  const style = { font: { name: 'DejaVuSans-Bold' }, fontSize: size, fillColor: { r, g, b } }
  const bar = filled(content, color, left, top, width, size)
  bar.imageData!.data.fill(0)
  return { ...bar, text: { text: content, style, transform: [1, 0, 0, 1, left, top + size] } }
}
const artboard = (name: string, left: number, width: number, height: number, children: Layer[]): Layer => ({
  name,
  blendMode: 'pass through',
  artboard: { rect: { left, top: 0, right: left + width, bottom: height }, backgroundType: 1 },
  children,
})
const apart = 400
const wide = (x: number) => x + apart
const psd: Psd = {
  ...{ width: 1128, height: 250 },
  children: [
    artboard('MPU 300x250', 0, 300, 250, [
      filled('bg', cream, 0, 0, 300, 250),
      photo(190, 50),
      filled('button', ink, 180, 205, 100, 30),
      words('Autumn warmth', 20, ink, 12, 12, 170),
      words('Wool blanket', 15, ink, 12, 150, 110),
      words('49.90 EUR', 18, ink, 12, 180, 95),
      words('Shop now', 13, [255, 255, 255], 194, 213, 72),
    ]),
    artboard('Leaderboard 728x90', apart, 728, 90, [
      filled('bg', sky, wide(0), 0, 728, 90),
      photo(wide(420), 0),
      filled('button', ink, wide(600), 30, 100, 30),
      words('Autumn warmth', 26, ink, wide(12), 8, 220),
      words('Wool blanket', 15, ink, wide(12), 52, 120),
      words('49.90 EUR', 18, ink, wide(250), 50, 100),
      words('Shop now', 13, [255, 255, 255], wide(614), 38, 72),
    ]),
  ],
}
/** What Photoshop keeps as the picture: the fills of all artboards. */
const composite = ({ width, height, children = [] }: Psd) => {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const { left = 0, top = 0, imageData, text } of children.flatMap(({ children: inner = [] }) => inner))
    for (let y = 0; !text && y < imageData!.height; y++)
      data.set(
        imageData!.data.subarray(y * imageData!.width * 4, (y + 1) * imageData!.width * 4),
        ((y + top) * width + left) * 4,
      )
  return { data, width, height }
}

/** The template of a design in a size, as Chromium shows it with sample values. */
const lookAt = (designs: Designing, profile: BrandProfile) => {
  const brief = designs.briefOf(profile)
  return async (size: TemplateSize) => {
    const { html, warnings: said } = made(await designs.generator.compose(brief, size, going()))
    assert.ok(!said.some(text => text.includes('was not used')), said.join(' '))
    const { bytes } = await drawnBy(designs.renderer, designs.shown(brief, html, size))
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    return (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 3)]
  }
}

test('each artboard is the template of its size, with every part in its place', async ({ designs }) => {
  const { profile, warnings } = await designs.read(writePsdUint8Array({ ...psd, imageData: composite(psd) }))
  assert.equal(warnings, [])
  assert.equal(
    designLayouts(profile).map(({ width, height, layers }) => `${width}x${height} ${layers.at(-1)?.x}`),
    ['300x250 194', '728x90 614'],
  )
  const look = lookAt(designs, profile)
  const mpu = await look({ width: 300, height: 250 })
  assert.equal(
    [mpu(3, 3), mpu(297, 247), mpu(185, 220)],
    [cream, cream, ink].map(color => [...color]),
  )
  const leaderboard = await look({ width: 728, height: 90 })
  assert.equal(
    [leaderboard(3, 3), leaderboard(724, 86), leaderboard(605, 45)],
    [sky, sky, ink].map(color => [...color]),
  )
})

/** A part of a design twice as large, as it is drawn for fine screens. */
const doubled = (layer: Layer): Layer => {
  const { left = 0, top = 0, right = 0, bottom = 0, imageData, text, children } = layer
  const [width, height] = [(right - left) * 2, (bottom - top) * 2]
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; imageData && at < width * height; at++) {
    const from = (Math.floor(at / width / 2) * imageData.width + ((at % width) >> 1)) * 4
    data.set(imageData.data.subarray(from, from + 4), at * 4)
  }
  return {
    ...layer,
    ...{ left: left * 2, top: top * 2, right: right * 2, bottom: bottom * 2 },
    ...(imageData ? { imageData: { data, width, height } } : {}),
    ...(text
      ? {
          text: {
            ...text,
            style: { ...text.style, fontSize: text.style!.fontSize! * 2 },
            transform: text.transform!.map((n, at) => (at < 4 ? n : 2 * n)),
          },
        }
      : {}),
    ...(children ? { children: children.map(doubled) } : {}),
  }
}

test('an artboard for fine screens is the template of its ad, on the ground of the artboard', async ({ designs }) => {
  const mpu = doubled(psd.children![0]!)
  const rect = { left: 0, top: 0, right: 600, bottom: 500 }
  const artboards: Layer[] = [
    {
      ...mpu,
      ...{ left: 0, top: 0, right: 0, bottom: 0 },
      name: 'Offer 300x250@2x',
      // its own ground instead of a layer
      children: mpu.children!.slice(1),
      artboard: { rect, backgroundType: 4, color: { r: 18, g: 52, b: 86 } },
    },
  ]
  const canvas = { width: 600, height: 500 }
  const grounded = composite({
    ...canvas,
    children: [{ children: [filled('ground', [18, 52, 86], 0, 0, 600, 500), ...artboards[0]!.children!] }],
  })
  const { profile, warnings } = await designs.read(
    writePsdUint8Array({ ...canvas, children: artboards, imageData: grounded }),
  )
  assert.equal(warnings, [])
  assert.equal(profile.layout!.layers.map(({ name, x, width }) => `${name} ${x} ${width}`).slice(0, 3), [
    'artboard 0 300',
    'product 190 90',
    'button 180 100',
  ])
  const mpuOf = lookAt(designs, profile)
  const look = await mpuOf({ width: 300, height: 250 })
  assert.equal([look(3, 3), look(185, 220)], [[18, 52, 86], [...ink]])
})

test('artboards beyond the canvas are left out, and a warning names them', async ({ designs }) => {
  const far = artboard('Half page', 900, 300, 600, [filled('bg', sky, 900, 0, 300, 600)])
  const children = [...psd.children!, far]
  const { profile, warnings } = await designs.read(writePsdUint8Array({ ...psd, children, imageData: composite(psd) }))
  assert.is(designLayouts(profile).length, 2)
  assert.equal(warnings, ['Artboards were left out, as they are beyond the canvas or too many: Half page.'])
})

test.run()
