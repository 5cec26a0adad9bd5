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

/** Pixels under the mask of their layer and what it is clipped to; undefined if it is clipped to nothing. */
export const covered = (pixels: Placed, layer: Layer, clippedTo?: Layer): Placed | undefined => {
  const base = clippedTo && layerPixels(clippedTo)
  if (clippedTo && !base) return undefined
  const covers = [
    ...(layer.mask && !layer.mask.disabled ? [coverOfMask(layer, layer.mask)] : []),
    ...(base ? [coverOfBase(base)] : []),
  ]
  if (covers.length === 0) return pixels
  const data = new Uint8ClampedArray(pixels.data)
  for (const cover of covers)
    for (let y = 0, at = 3; y < pixels.height; y++)
      for (let x = 0; x < pixels.width; x++, at += 4) data[at] = (data[at]! * cover(pixels.x + x, pixels.y + y)) / 255
  return { ...pixels, data }
}

/**
 * The pixels of a layer, also those beyond the design, with its mask and what it is clipped to applied to their alpha; undefined if there are none. Its
 * opacity is not applied.
 */
export const layerPixels = (layer: Layer, clippedTo?: Layer): Placed | undefined => {
  const decoded = orDamaged(() => getLayerImageData(layer))
  return decoded && covered({ ...pixelsOf(decoded), x: layer.left ?? 0, y: layer.top ?? 0 }, layer, clippedTo)
}
