import { type BlendMode, type Layer, type LayerEffectsInfo, type Psd, writePsdUint8Array } from 'ag-psd'
import sharp, { type Blend } from 'sharp'

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
export type Text = {
  readonly content: string
  /** PostScript name. */
  readonly font: string
  readonly size: number
  readonly color: string
  readonly align?: 'left' | 'center' | 'right'
  readonly leading?: number
}
/** A layer of a made design: a shape or picture as SVG of the size of its box, or a text in it. */
export type Drawn = Box & {
  readonly name: string
  readonly svg?: string
  readonly text?: Text
  readonly opacity?: number
  readonly mode?: BlendMode
  readonly hidden?: boolean
  readonly clipping?: boolean
  readonly mask?: Box
  readonly effects?: LayerEffectsInfo
}
export type Group = {
  readonly name: string
  readonly children: readonly Drawn[]
  readonly opacity?: number
  readonly hidden?: boolean
}
export type Design = { readonly width: number; readonly height: number; readonly layers: readonly (Drawn | Group)[] }

const isGroup = (layer: Drawn | Group): layer is Group => 'children' in layer
const bytesOf = (color: string): readonly number[] => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))
const anchors = { left: 'start', center: 'middle', right: 'end' } as const

const anchorOf = ({ x, width }: Box, align: Text['align'] = 'left'): number =>
  align === 'left' ? x : align === 'center' ? x + width / 2 : x + width
const leadingOf = ({ size, leading = 1.2 * size }: Text): number => leading

/** A text as SVG: its first baseline is one size below the top of the box. */
const svgOfText = (box: Box, text: Text): string => {
  const { content, font, size, color, align = 'left' } = text
  const [family = '', style = ''] = font.split('-')
  const words = family.replaceAll(/([a-z])([A-Z])/g, '$1 $2')
  const lines = content
    .split('\n')
    .map(
      (line, at) =>
        `<tspan x="${anchorOf({ ...box, x: 0 }, align)}" y="${size + at * leadingOf(text)}">${line}</tspan>`,
    )
  const look = `font-family="${words}" font-size="${size}" font-weight="${/bold/i.test(style) ? 700 : 400}" fill="${color}"`
  return `<text ${look} text-anchor="${anchors[align]}">${lines.join('')}</text>`
}

const pixelsOf = async (layer: Drawn): Promise<Buffer> => {
  const { width, height, svg, text } = layer
  const inner = text ? svgOfText(layer, text) : (svg ?? '')
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}</svg>`),
  )
    .ensureAlpha()
    .raw()
    .toBuffer()
}

const textOf = (layer: Drawn, text: Text): NonNullable<Layer['text']> => {
  const [r = 0, g = 0, b = 0] = bytesOf(text.color)
  return {
    text: text.content.replaceAll('\n', '\r'),
    transform: [1, 0, 0, 1, anchorOf(layer, text.align), layer.y + text.size],
    style: {
      font: { name: text.font },
      fontSize: text.size,
      fillColor: { r, g, b },
      autoLeading: text.leading === undefined,
      leading: leadingOf(text),
    },
    paragraphStyle: { justification: text.align ?? 'left' },
  }
}

/** The part of a layer that is not clear, as Photoshop stores it, with its place. */
const trimmed = (
  data: Buffer,
  { x, y, width, height }: Box,
): { readonly box: Box; readonly data: Uint8ClampedArray } => {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let at = 3, place = 0; at < data.length; at += 4, place++) {
    if (data[at] === 0) continue
    const [column, row] = [place % width, Math.floor(place / width)]
    left = Math.min(left, column)
    top = Math.min(top, row)
    right = Math.max(right, column + 1)
    bottom = Math.max(bottom, row + 1)
  }
  const box = { x: x + left, y: y + top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
  const rows = Array.from({ length: box.height }, (_, row) => {
    const from = ((top + row) * width + left) * 4
    return data.subarray(from, from + box.width * 4)
  })
  return { box, data: new Uint8ClampedArray(Buffer.concat(rows)) }
}

const layerOf = async (layer: Drawn): Promise<Layer> => {
  const { name, opacity = 1, mode = 'normal', hidden = false, clipping = false, text, mask, effects } = layer
  const { box, data } = trimmed(await pixelsOf(layer), layer)
  return {
    name,
    left: box.x,
    top: box.y,
    right: box.x + box.width,
    bottom: box.y + box.height,
    opacity,
    hidden,
    clipping,
    blendMode: mode,
    imageData: { data, width: box.width, height: box.height },
    ...(text ? { text: textOf(layer, text) } : {}),
    ...(mask ? { mask: maskOf(mask) } : {}),
    ...(effects ? { effects } : {}),
  }
}
const maskOf = ({ x, y, width, height }: Box): NonNullable<Layer['mask']> => ({
  left: x,
  top: y,
  right: x + width,
  bottom: y + height,
  defaultColor: 0,
  imageData: { data: new Uint8ClampedArray(width * height * 4).fill(255), width, height },
})

const blends: Partial<Record<BlendMode, Blend>> = {
  normal: 'over',
  multiply: 'multiply',
  screen: 'screen',
  overlay: 'overlay',
}

/** A layer as the whole design would show it alone: `cover` gives what its mask and the layer under it let through. */
const canvasOf = async (
  layer: Drawn,
  size: Pick<Design, 'width' | 'height'>,
  opacity: number,
  base: Buffer | undefined,
) => {
  const drawn = await pixelsOf(layer)
  const alone = Buffer.alloc(size.width * size.height * 4)
  const [left, right] = [Math.max(0, layer.x), Math.min(size.width, layer.x + layer.width)]
  for (let y = Math.max(0, layer.y); y < Math.min(size.height, layer.y + layer.height); y++) {
    const from = ((y - layer.y) * layer.width + left - layer.x) * 4
    drawn.copy(alone, (y * size.width + left) * 4, from, from + (right - left) * 4)
  }
  for (let at = 3, place = 0; at < alone.length; at += 4, place++) {
    const [x, y] = [place % size.width, Math.floor(place / size.width)]
    const { mask } = layer
    const isMasked = mask && (x < mask.x || y < mask.y || x >= mask.x + mask.width || y >= mask.y + mask.height)
    alone[at] = isMasked ? 0 : alone[at]! * opacity * (base ? base[at]! / 255 : 1)
  }
  return alone
}

/** The pixels of a design as sharp draws it. */
export const compositeOf = async ({ width, height, layers }: Design): Promise<Buffer> => {
  let canvas = await sharp({ create: { width, height, channels: 4, background: '#fff' } })
    .raw()
    .toBuffer()
  let base: Buffer | undefined
  const raw = { width, height, channels: 4 } as const
  for (const outer of layers)
    for (const layer of isGroup(outer) ? outer.children : [outer]) {
      if (layer.hidden || outer.hidden) continue
      const opacity = (layer.opacity ?? 1) * (isGroup(outer) ? (outer.opacity ?? 1) : 1)
      const input = await canvasOf(layer, { width, height }, opacity, layer.clipping ? base : undefined)
      if (!layer.clipping) base = input
      canvas = await sharp(canvas, { raw })
        .composite([{ input, raw, blend: blends[layer.mode ?? 'normal'] ?? 'over' }])
        .raw()
        .toBuffer()
    }
  return canvas
}

/**
 * A PSD of layers, with the composite that sharp draws of them, which knows nothing of how Endcap reads it. `shown`: a design that the composite shows
 * instead.
 */
export const psdOf = async (design: Design, shown: Design = design): Promise<Uint8Array> => {
  const { width, height, layers } = design
  const children: Layer[] = []
  for (const layer of layers)
    if (isGroup(layer)) {
      const { name, opacity = 1, hidden = false } = layer
      const inner = await Promise.all(layer.children.map(layerOf))
      children.push({ name, opacity, hidden, blendMode: 'pass through', opened: true, children: inner })
    } else children.push(await layerOf(layer))
  const imageData = { data: new Uint8ClampedArray(await compositeOf(shown)), width, height }
  const psd: Psd = { width, height, children, imageData }
  return writePsdUint8Array(psd, { noBackground: true })
}
