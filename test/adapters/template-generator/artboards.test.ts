import { type Layer, type Psd, writePsdUint8Array } from 'ag-psd'
import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { designLayouts } from '../../../src/domain/templates/brand.ts'
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

test('each artboard is the template of its size, with every part in its place', async ({ designs }) => {
  const { profile, warnings } = await designs.read(writePsdUint8Array({ ...psd, imageData: composite(psd) }))
  assert.equal(warnings, [])
  assert.equal(
    designLayouts(profile).map(({ width, height, layers }) => `${width}x${height} ${layers.at(-1)?.x}`),
    ['300x250 194', '728x90 614'],
  )
  const brief = designs.briefOf(profile)
  const look = async (size: TemplateSize) => {
    const { html, warnings: said } = made(await designs.generator.compose(brief, size, going()))
    assert.ok(!said.some(text => text.includes('was not used')), said.join(' '))
    const { bytes } = await drawnBy(designs.renderer, designs.shown(brief, html, size))
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    return (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 3)]
  }
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

test('artboards beyond the canvas are left out, and a warning names them', async ({ designs }) => {
  const far = artboard('Half page', 900, 300, 600, [filled('bg', sky, 900, 0, 300, 600)])
  const children = [...psd.children!, far]
  const { profile, warnings } = await designs.read(writePsdUint8Array({ ...psd, children, imageData: composite(psd) }))
  assert.is(designLayouts(profile).length, 2)
  assert.equal(warnings, ['Artboards were left out, as they are beyond the canvas or too many: Half page.'])
})

test.run()
