import { getLayerImageData, getLayerMaskImageData, type Layer, type LayerMaskData } from 'ag-psd'
import type { Pixels } from '../pictures/palette.ts'
import { orDamaged, pixelsOf } from './decoded.ts'

/** Pixels at a place of the design. */
export type Placed = Pixels & { readonly x: number; readonly y: number }
export type Size = { readonly width: number; readonly height: number }

export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** The part of a layer that lies within the design; undefined if none does. */
export const boxIn = (
  { left = 0, top = 0, right = 0, bottom = 0 }: Partial<Box>,
  { width, height }: Size,
): Box | undefined => {
  const box = {
    left: Math.max(0, left),
    top: Math.max(0, top),
    right: Math.min(width, right),
    bottom: Math.min(height, bottom),
  }
  return box.right > box.left && box.bottom > box.top ? box : undefined
}

/** How much a mask lets through at each place of the design, 0 to 255. */
type Cover = (x: number, y: number) => number

const coverOfMask = (layer: Layer, mask: LayerMaskData): Cover => {
  const data = orDamaged(() => getLayerMaskImageData(layer))
  const pixels = data && pixelsOf(data)
  const outside = mask.defaultColor ?? 0
  const { left = 0, top = 0 } = mask
  return (x, y) => {
    const [column, row] = [x - left, y - top]
    if (!pixels || column < 0 || row < 0 || column >= pixels.width || row >= pixels.height) return outside
    return pixels.data[(row * pixels.width + column) * 4]!
  }
}
const coverOfBase =
  (base: Placed): Cover =>
  (x, y) => {
    const [column, row] = [x - base.x, y - base.y]
    if (column < 0 || row < 0 || column >= base.width || row >= base.height) return 0
    return base.data[(row * base.width + column) * 4 + 3]!
  }

/**
 * The pixels of a layer within the design, with its mask and what it is clipped to applied to their alpha; undefined if nothing of it is in the
 * design. Its opacity is not applied.
 */
export const layerPixels = (layer: Layer, size: Size, clippedTo?: Layer): Placed | undefined => {
  const box = boxIn(layer, size)
  const decoded = box && orDamaged(() => getLayerImageData(layer))
  if (!decoded) return undefined
  const source = pixelsOf(decoded)
  const mask = layer.mask && !layer.mask.disabled ? coverOfMask(layer, layer.mask) : undefined
  const base = clippedTo ? layerPixels(clippedTo, size) : undefined
  const clip = clippedTo ? (base ? coverOfBase(base) : () => 0) : undefined
  const [width, height] = [box.right - box.left, box.bottom - box.top]
  const [skippedX, skippedY] = [box.left - (layer.left ?? 0), box.top - (layer.top ?? 0)]
  const isWhole = width === source.width && height === source.height
  if (isWhole && !mask && !clip) return { ...source, x: box.left, y: box.top }
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    const from = ((y + skippedY) * source.width + skippedX) * 4
    data.set(source.data.subarray(from, from + width * 4), y * width * 4)
    if (!mask && !clip) continue
    for (let x = 0; x < width; x++) {
      const [at, left, top] = [(y * width + x) * 4 + 3, box.left + x, box.top + y]
      if (mask) data[at] = (data[at]! * mask(left, top)) / 255
      if (clip) data[at] = (data[at]! * clip(left, top)) / 255
    }
  }
  return { data, width, height, x: box.left, y: box.top }
}

/** The pixels of a group under its mask and what it is clipped to; undefined if it is clipped to nothing in the design. */
export const covered = (pixels: Placed, group: Layer, size: Size, clippedTo?: Layer): Placed | undefined => {
  const base = clippedTo && layerPixels(clippedTo, size)
  if (clippedTo && !base) return undefined
  const covers = [
    ...(group.mask && !group.mask.disabled ? [coverOfMask(group, group.mask)] : []),
    ...(base ? [coverOfBase(base)] : []),
  ]
  for (const cover of covers)
    for (let y = 0; y < pixels.height; y++)
      for (let x = 0; x < pixels.width; x++) {
        const at = (y * pixels.width + x) * 4 + 3
        pixels.data[at] = (pixels.data[at]! * cover(pixels.x + x, pixels.y + y)) / 255
      }
  return pixels
}
