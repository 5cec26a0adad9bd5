import type { LayerShadow } from '../../../domain/templates/brand.ts'
import { hexOfChannels } from '../../../domain/templates/color/perceived.ts'
import { mixPixel } from './blend.ts'
import type { Overlay } from './layer-effects.ts'
import type { Placed, Size } from './layer-pixels.ts'

/** Box filters that together look like the bell curve of a shadow. */
const passes = 3

const channelsOf = (hex: string): readonly [number, number, number] => {
  const n = Number.parseInt(hex.slice(1), 16)
  return [n >> 16, (n >> 8) & 255, n & 255]
}
const between = (from: number, to: number, share: number): number => from + (to - from) * share

/** A color under an overlay. */
export const overlaidColor = (hex: string, { color, opacity }: Overlay): string => {
  const [from, to] = [channelsOf(hex), channelsOf(color)]
  return hexOfChannels(
    between(from[0], to[0], opacity),
    between(from[1], to[1], opacity),
    between(from[2], to[2], opacity),
  )
}

/** A layer of which only a share covers what is under it. */
export const faded = (layer: Placed, opacity: number): Placed => {
  if (opacity === 1) return layer
  const data = new Uint8ClampedArray(layer.data)
  for (let at = 3; at < data.length; at += 4) data[at] = data[at]! * opacity
  return { ...layer, data }
}

/** A layer under an overlay; what is clear stays clear. `fill`: the opacity of the layer itself, which its overlay does not share. */
export const overlaid = (layer: Placed, { color, opacity }: Overlay, fill = 1): Placed => {
  const data = new Uint8ClampedArray(layer.data)
  const to = channelsOf(color)
  const cover = opacity + fill * (1 - opacity)
  for (let at = 0; at < data.length; at += 4) {
    for (const [channel, value] of to.entries())
      data[at + channel] = between(data[at + channel]!, value, cover === 0 ? 0 : opacity / cover)
    data[at + 3] = data[at + 3]! * cover
  }
  return { ...layer, data }
}

/** Blurs lines of a picture of one channel, in time that does not grow with the radius. */
const blurLines = (from: Uint8Array, to: Uint8Array, lines: number, length: number, step: number, radius: number) => {
  const across = step === 1 ? length : 1
  const width = 2 * radius + 1
  for (let line = 0; line < lines; line++) {
    const start = line * across
    let sum = 0
    for (let place = -radius; place < length + radius; place++) {
      const [next, last] = [place + radius, place - radius - 1]
      if (next < length && next >= 0) sum += from[start + next * step]!
      if (last >= 0 && last < length) sum -= from[start + last * step]!
      if (place >= 0 && place < length) to[start + place * step] = sum / width
    }
  }
}

/** The shadow of a layer, as far as it is within the design; undefined if none of it is. */
export const shadowOf = (
  layer: Placed,
  { x, y, blur, color, opacity }: LayerShadow,
  size: Size,
): Placed | undefined => {
  const radius = Math.round(blur / 2)
  const margin = radius * passes
  const left = Math.max(0, Math.round(layer.x + x) - margin)
  const top = Math.max(0, Math.round(layer.y + y) - margin)
  const width = Math.min(size.width, Math.round(layer.x + x) + layer.width + margin) - left
  const height = Math.min(size.height, Math.round(layer.y + y) + layer.height + margin) - top
  if (width <= 0 || height <= 0) return undefined
  const cover = new Uint8Array(width * height)
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const [fromX, fromY] = [column + left - Math.round(layer.x + x), row + top - Math.round(layer.y + y)]
      if (fromX < 0 || fromY < 0 || fromX >= layer.width || fromY >= layer.height) continue
      cover[row * width + column] = layer.data[(fromY * layer.width + fromX) * 4 + 3]!
    }
  const other = new Uint8Array(width * height)
  for (let pass = 0; radius > 0 && pass < passes; pass++) {
    blurLines(cover, other, height, width, 1, radius)
    blurLines(other, cover, width, height, width, radius)
  }
  const data = new Uint8ClampedArray(width * height * 4)
  const [red, green, blue] = channelsOf(color)
  for (const [place, alpha] of cover.entries()) data.set([red, green, blue, alpha * opacity], place * 4)
  return { data, width, height, x: left, y: top }
}

/** A layer and its shadow as one picture. */
export const withShadow = (layer: Placed, shadow: Placed): Placed => {
  const [x, y] = [Math.min(layer.x, shadow.x), Math.min(layer.y, shadow.y)]
  const width = Math.max(layer.x + layer.width, shadow.x + shadow.width) - x
  const height = Math.max(layer.y + layer.height, shadow.y + shadow.height) - y
  const data = new Uint8ClampedArray(width * height * 4)
  for (const one of [shadow, layer])
    for (let row = 0; row < one.height; row++)
      for (let column = 0; column < one.width; column++)
        mixPixel(data, ((row + one.y - y) * width + column + one.x - x) * 4, one.data, (row * one.width + column) * 4, {
          opacity: 1,
        })
  return { data, width, height, x, y }
}
