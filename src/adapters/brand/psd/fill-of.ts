import { hexOfChannels } from '../../../domain/templates/color/perceived.ts'
import type { Pixels } from '../pictures/palette.ts'

/** A layer of one color: a rectangle, whose corners may be round. Pixels. */
export type Fill = { readonly color: string; readonly radius?: number }

/** The mean difference of alpha by which a shape may differ from a rectangle with round corners. */
const mostDifference = 0.01

/** How much of the pixel in a corner is covered, 0 to 1: `x` and `y` are pixels from the edges. */
const coverAt = (x: number, y: number, radius: number): number => {
  if (x >= radius || y >= radius) return 1
  return Math.min(1, Math.max(0, radius - Math.hypot(radius - x - 0.5, radius - y - 0.5) + 0.5))
}

/** The radius by which the share of the box that is clear is that of four round corners. */
const radiusOf = ({ data, width, height }: Pixels): number => {
  let clear = 0
  for (let at = 3; at < data.length; at += 4) clear += 255 - data[at]!
  return Math.min(width / 2, height / 2, Math.sqrt(clear / 255 / (4 - Math.PI)))
}

/** The color and radius of a layer that is a rectangle of one color; undefined for anything else, which is a picture. */
export const fillOf = (pixels: Pixels): Fill | undefined => {
  const { data, width, height } = pixels
  const middle = ((height >> 1) * width + (width >> 1)) * 4
  const [red = 0, green = 0, blue = 0, alpha] = data.subarray(middle, middle + 4)
  if (alpha !== 255) return undefined
  const radius = radiusOf(pixels)
  let difference = 0
  for (let at = 0, place = 0; at < data.length; at += 4, place++) {
    // edges are mixed with what is clear, so their colors may be rounded
    if (data[at + 3] === 255 && (data[at] !== red || data[at + 1] !== green || data[at + 2] !== blue)) return undefined
    const [x, y] = [place % width, Math.floor(place / width)]
    const cover = coverAt(Math.min(x, width - 1 - x), Math.min(y, height - 1 - y), radius)
    difference += Math.abs(data[at + 3]! / 255 - cover)
  }
  if (difference > mostDifference * width * height) return undefined
  const color = hexOfChannels(red, green, blue)
  return radius < 0.5 ? { color } : { color, radius: Math.round(radius * 10) / 10 }
}
