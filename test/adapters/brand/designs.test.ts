import { writePsdUint8Array } from 'ag-psd'
import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { compositeOf, type Design, type Drawn, psdOf } from '../../../examples/brands/psd-of.ts'
import type { DesignLayout } from '../../../src/domain/templates/brand.ts'
import type { Renderer } from '../../../src/ports/renderer.ts'
import { type Brands, brandIn, openBrands, sourceOf } from '../../support/brands/brands.ts'
import { designs } from '../../support/brands/designs.ts'
import { layoutHtml } from '../../support/brands/layout-html.ts'
import { drawnBy, job, rendererFor } from '../../support/rendering/rendering.ts'

const test = suite<{ brands: Brands; renderer: Renderer }>('designs as HTML')
test.before(async context => {
  context.brands = await openBrands()
  context.renderer = await rendererFor()
})
test.after(async ({ brands, renderer }) => {
  await brands.close()
  await renderer.close()
})

const host = 'http://pictures.test/'
const drawn = async (
  { brands, renderer }: { brands: Brands; renderer: Renderer },
  layout: DesignLayout,
): Promise<Buffer> => {
  const types = new Map(
    layout.layers.flatMap(layer => (layer.kind === 'image' ? [[layer.image.blob, layer.image.contentType]] : [])),
  )
  const { bytes, missing } = await drawnBy(
    renderer,
    job({
      html: layoutHtml(layout, ({ blob }) => host + blob),
      width: layout.width,
      height: layout.height,
      resource: async url => {
        const blob = url.slice(host.length)
        const contentType = types.get(blob)
        return contentType ? { body: await brands.blobs.read(blob), contentType } : undefined
      },
    }),
  )
  assert.equal(missing, [])
  return bytes
}
/**
 * The mean difference of channels, 0 to 1. `above`: only the lines above it, as letters differ: the composite has DejaVu, which is none
 * of the fonts of ads.
 */
const differenceOf = async (png: Buffer, composite: Buffer, above?: number): Promise<number> => {
  const { data: shown, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  assert.is(shown.length, composite.length)
  const end = (above ?? info.height) * info.width * 4
  let sum = 0
  for (let at = 0; at < end; at++) sum += Math.abs(shown[at]! - composite[at]!)
  return sum / (end * 0.75 * 255)
}
const read = async (brands: Brands, design: Design) => {
  const { profile, warnings } = await brandIn(brands, await sourceOf(brands, 'psd', await psdOf(design)))
  return { layout: profile.layout!, warnings, composite: await compositeOf(design), profile }
}

for (const [name, design] of Object.entries(designs))
  test(`${name} looks in Chromium as it does in its file`, async context => {
    const { layout, composite } = await read(context.brands, design)
    assert.ok(layout.layers.length > 1, 'its layers were told apart')
    const difference = await differenceOf(await drawn(context, layout), composite)
    assert.ok(difference < 0.05, `it differs by ${(100 * difference).toFixed(2)} %`)
  })

test('text stays text, except under layers that mix with it', async ({ brands }) => {
  const { layout } = await read(brands, designs.grouped!)
  assert.equal(
    layout.layers.flatMap(layer =>
      layer.kind === 'text' ? [`${layer.align} ${layer.family} ${layer.weight} ${layer.content}`] : [],
    ),
    ['left DejaVu Sans 700 Up to\nhalf price', 'center DejaVu Serif 400 Only today', 'right DejaVu Sans 400 Shop now'],
  )
  const { layout: mixed, warnings } = await read(brands, designs.mixed!)
  assert.equal(
    mixed.layers.map(({ kind, name }) => `${kind} ${name}`),
    ['image background', 'fill over', 'text label'],
  )
  assert.equal(warnings, ['Layers that mix with those under them were drawn together as one picture.'])
})

const box = { x: 10, y: 10, width: 80, height: 40 }
const square: Drawn = { name: 'square', ...box, svg: '<rect width="80" height="40" fill="#0000ff"/>' }
const back: Drawn = {
  name: 'back',
  x: 0,
  y: 0,
  width: 100,
  height: 60,
  svg: '<rect width="100" height="60" fill="#ffff00"/>',
}

test('a design with a mode that HTML and we do not have is one picture, and its text is read', async context => {
  const text = { content: 'Still read', font: 'DejaVuSans', size: 14, color: '#000000' }
  const { layout, warnings, profile, composite } = await read(context.brands, {
    width: 100,
    height: 60,
    layers: [back, { ...square, name: 'tint', mode: 'dissolve' }, { name: 'words', ...box, text }],
  })
  assert.equal(warnings, ['The layer "tint" works in a way that HTML cannot show; the design is shown as one picture.'])
  assert.equal(profile.copy.headlines, ['Still read'])
  assert.is(layout.layers.length, 1)
  assert.ok((await differenceOf(await drawn(context, layout), composite)) < 0.01)
})

test('a design whose layers do not make the picture in its file is that picture', async ({ brands }) => {
  const size = { width: 100, height: 60 }
  const swapped = await psdOf({ ...size, layers: [back, square] }, { ...size, layers: [square] })
  const { profile, warnings } = await brandIn(brands, await sourceOf(brands, 'psd', swapped))
  assert.is(profile.layout?.layers.length, 1)
  assert.match(warnings[0] ?? '', 'look different')
})
test('text of two colors is a picture, and a warning says so', async ({ brands }) => {
  const imageData = { data: new Uint8ClampedArray(100 * 60 * 4).fill(255), width: 100, height: 60 }
  const ink = { data: new Uint8ClampedArray(40 * 10 * 4).fill(200), width: 40, height: 10 }
  const style = { font: { name: 'DejaVuSans' }, fontSize: 14 }
  const styleRuns = [
    { length: 2, style: { ...style, fillColor: { r: 255, g: 0, b: 0 } } },
    { length: 2, style: { ...style, fillColor: { r: 0, g: 0, b: 255 } } },
  ]
  const psd = writePsdUint8Array({
    width: 100,
    height: 60,
    imageData,
    children: [
      {
        name: 'two',
        left: 10,
        top: 10,
        right: 50,
        bottom: 20,
        imageData: ink,
        text: { text: 'Sale', style, styleRuns },
      },
    ],
  })
  const { profile, warnings } = await brandIn(brands, await sourceOf(brands, 'psd', psd))
  assert.equal(
    profile.layout?.layers.map(({ kind }) => kind),
    ['image'],
  )
  assert.equal(warnings, ['Shown as a picture, as HTML cannot show this text so: two.'])
})

const hexColor = (hex: string) => {
  const n = Number.parseInt(hex.slice(1), 16)
  return { r: n >> 16, g: (n >> 8) & 255, b: n & 255 }
}
const px = (value: number) => ({ units: 'Pixels', value }) as const
const under = { angle: 90, distance: px(6), size: px(8), opacity: 0.5, color: hexColor('#000000') }
const shadowed = { dropShadow: [{ ...under, enabled: true, blendMode: 'multiply' as const }] }
const painted = (color: string) => ({
  solidFill: [{ enabled: true, blendMode: 'normal' as const, color: hexColor(color), opacity: 1 }],
})
const [wide, card, dot] = [
  { x: 0, y: 0, width: 240, height: 160 },
  { x: 20, y: 20, width: 90, height: 50 },
  { x: 140, y: 20, width: 60, height: 60 },
]
const ground: Drawn = { name: 'ground', ...wide, svg: '<rect width="240" height="160" fill="#f4f1de"/>' }
const label: Drawn = {
  ...{ name: 'label', x: 20, y: 110, width: 200, height: 40 },
  text: { content: 'Fresh every day', font: 'DejaVuSans-Bold', size: 20, color: '#1d3557' },
}
const cardIn = (color: string) => `<rect width="90" height="50" rx="10" fill="${color}"/>`
const circle = '<circle cx="30" cy="30" r="30" fill="#2a9d8f"/><circle cx="30" cy="30" r="12" fill="#e9c46a"/>'
const blurred = (inner: string): Drawn => ({
  ...{ name: 'shadow', ...wide },
  svg: `<filter id="s" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="4"/></filter><g filter="url(#s)" opacity="0.5">${inner}</g>`,
})

test('color overlays and drop shadows of layers are shown, and change with their layers', async context => {
  const size = { width: 240, height: 160 }
  const layers = [
    ground,
    { name: 'card', ...card, svg: cardIn('#0000ff'), effects: { ...shadowed, ...painted('#e07a5f') } },
    { name: 'dot', ...dot, svg: circle, effects: shadowed },
    { ...label, text: { ...label.text!, color: '#00ff00' }, effects: painted('#1d3557') },
  ]
  const shown = [
    ground,
    blurred('<rect x="20" y="26" width="90" height="50" rx="10"/>'),
    { name: 'card', ...card, svg: cardIn('#e07a5f') },
    blurred('<circle cx="170" cy="56" r="30"/>'),
    { name: 'dot', ...dot, svg: circle },
    label,
  ]
  const psd = await psdOf({ ...size, layers }, { ...size, layers: shown })
  const { profile, warnings } = await brandIn(context.brands, await sourceOf(context.brands, 'psd', psd))
  assert.equal(warnings, [])
  const [, fill, picture, text] = profile.layout!.layers
  if (fill?.kind !== 'fill' || picture?.kind !== 'image' || text?.kind !== 'text') return assert.unreachable()
  const shadow = { x: 0, y: 6, blur: 8, color: '#000000', opacity: 0.5 }
  assert.equal([fill.color, fill.shadow, text.color], ['#e07a5f', shadow, '#1d3557'])
  assert.ok(picture.height > dot.height, 'the shadow is part of the picture')
  const composite = await compositeOf({ ...size, layers: shown })
  const difference = await differenceOf(await drawn(context, profile.layout!), composite, label.y)
  assert.ok(difference < 0.01, `it differs by ${(100 * difference).toFixed(2)} %`)
})

test('effects that are not drawn are named, and those that are switched off are not', async ({ brands }) => {
  const stroke = [
    {
      enabled: true,
      fillType: 'color' as const,
      size: px(1),
      position: 'outside' as const,
      color: hexColor('#000000'),
    },
  ]
  const off = { dropShadow: [{ ...under, enabled: false }] }
  const layers = [
    back,
    { ...square, effects: { ...off, stroke, bevel: { enabled: true }, satin: { enabled: false } } },
    { ...square, x: 12, effects: { disabled: true, stroke } },
  ]
  const { layout, warnings } = await read(brands, { width: 100, height: 60, layers })
  assert.equal(warnings, ['Effects of layers were left out: bevels.'])
  assert.ok(layout.layers.every(layer => !('shadow' in layer)))
})

test.run()
