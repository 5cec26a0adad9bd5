import type { Layer } from 'ag-psd'
import sharp from 'sharp'
import type { DesignLayer, DesignLayout } from '../../../src/domain/templates/brand.ts'
import type { Blobs } from '../../../src/ports/blobs.ts'

export type Rgb = readonly [number, number, number]
export type Sides = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
type Size = { readonly width: number; readonly height: number }

/** Pixels of one color, as large as a box. */
export const painted = ([r, g, b]: Rgb, { left, top, right, bottom }: Sides) => {
  const data = new Uint8ClampedArray((right - left) * (bottom - top) * 4)
  for (let at = 0; at < data.length; at += 4) data.set([r, g, b, 255], at)
  return { data, width: right - left, height: bottom - top }
}
/** A layer of a PSD that is a rectangle of one color. */
export const flatLayer = (name: string, color: Rgb, box: Sides, more: Partial<Layer> = {}): Layer => ({
  ...{ name, ...box, imageData: painted(color, box), blendMode: 'normal' },
  ...more,
})

/** Pixels of SVG shapes on white, which another program draws. */
export const svgPicture = async ({ width, height }: Size, shapes: string) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${shapes}</svg>`
  const data = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer()
  return { data: new Uint8ClampedArray(data), width, height }
}

const svgOf = ({ width, height }: Size, inner: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}</svg>`)

/** The fills and pictures of a layout over white. Gives the color of a pixel. */
export const shownBy = async (
  { width, height, layers }: DesignLayout,
  blobs: Blobs,
): Promise<(x: number, y: number) => Rgb> => {
  const drawn = async (layer: DesignLayer): Promise<Buffer> => {
    const { x, y, opacity } = layer
    if (layer.kind === 'fill') {
      const { radius = 0, color } = layer
      const rect = `<rect x="${x}" y="${y}" width="${layer.width}" height="${layer.height}" rx="${radius}" fill="${color}" opacity="${opacity}"/>`
      return svgOf({ width, height }, rect)
    }
    if (layer.kind === 'text') return svgOf({ width, height }, '')
    const href = `data:image/png;base64,${(
      await sharp(await blobs.read(layer.image.blob))
        .png()
        .toBuffer()
    ).toString('base64')}`
    const image = `<image x="${x}" y="${y}" width="${layer.width}" height="${layer.height}" href="${href}" opacity="${opacity}"/>`
    return svgOf({ width, height }, image)
  }
  const inputs = await Promise.all(layers.map(async layer => ({ input: await drawn(layer) })))
  const white = sharp({ create: { width, height, channels: 4, background: '#fff' } })
  const data = await white.composite(inputs).raw().toBuffer()
  return (x, y) => {
    const at = (y * width + x) * 4
    return [data[at]!, data[at + 1]!, data[at + 2]!]
  }
}

/** Whether each channel differs by `slack` at most. */
export const areNear = (one: Rgb, other: Rgb, slack = 3): boolean =>
  one.every((n, channel) => Math.abs(n - other[channel]!) <= slack)
