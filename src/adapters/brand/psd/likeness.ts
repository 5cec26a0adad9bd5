import { distance, perceivedOf } from '../../../domain/templates/color/perceived.ts'
import type { Pixels } from '../pictures/palette.ts'
import { drawOver } from './blend.ts'
import type { Placed, Size } from './layer-pixels.ts'

/** Pixels that are compared of each side of a design. */
const most = 500
/** A design is cut into parts of at least so many points a side, so that a fault is not lost in a large layer. */
const [mostParts, leastSide] = [6, 50]
/** Regions with fewer points are edges, where programs draw differently. */
const leastPoints = 12
/** The mean difference as people see it from which a region looks different. Letters are set anew in the ad, and other programs draw them otherwise. */
const mostDifference = { usual: 0.06, text: 0.2 }
/** From this alpha on, what is seen at a point is the layer. */
const seen = 26

/** A picture as the points of a grid over the design: every `step`th pixel. */
const pointsOf = ({ data, x, y, width, height }: Placed, step: number): Placed => {
  if (step === 1) return { data, x, y, width, height }
  const [left, top] = [Math.ceil(x / step), Math.ceil(y / step)]
  const [columns, rows] = [Math.ceil((x + width) / step) - left, Math.ceil((y + height) / step) - top]
  const points = new Uint8ClampedArray(Math.max(0, columns * rows * 4))
  for (let row = 0, to = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, to += 4) {
      const from = (((row + top) * step - y) * width + (column + left) * step - x) * 4
      for (let channel = 0; channel < 4; channel++) points[to + channel] = data[from + channel]!
    }
  return { data: points, x: left, y: top, width: columns, height: rows }
}

type Drawing = { readonly opacity: number; readonly name: string; readonly isText?: boolean }

/** Draws the layers of a design on a grid over it, so that each can be compared with the design's composite where it is seen. */
export const likenessOf = (size: Size, ground = '#ffffff') => {
  const step = Math.ceil(Math.max(size.width, size.height) / most)
  const [width, height] = [Math.ceil(size.width / step), Math.ceil(size.height / step)]
  const color = Number.parseInt(ground.slice(1), 16)
  const shown = { data: new Uint8ClampedArray(width * height * 4), x: 0, y: 0, width, height }
  for (let at = 0; at < shown.data.length; at += 4)
    shown.data.set([color >> 16, (color >> 8) & 255, color & 255, 255], at)
  /** Which layer is seen at each point: its number in `names`. */
  const top = new Uint16Array(width * height)
  const names = ['']
  const texts = new Set<number>()
  return {
    /** Draws the next layer over the others. A text is compared with all that is seen in its box. */
    draw(layer: Placed, { opacity, name, isText = false }: Drawing): void {
      const points = pointsOf(layer, step)
      drawOver(shown, points, { opacity })
      const at = names.push(name) - 1
      if (isText) texts.add(at)
      for (let y = Math.max(0, points.y); y < Math.min(height, points.y + points.height); y++)
        for (let x = Math.max(0, points.x); x < Math.min(width, points.x + points.width); x++) {
          const alpha = points.data[((y - points.y) * points.width + x - points.x) * 4 + 3]! * opacity
          if (alpha >= seen || isText) top[y * width + x] = at
        }
    },
    /** The names of the layers that look different from a picture of the design on white where they are seen; empty: what no layer covers. */
    differentFrom(composite: Pixels): readonly string[] {
      const white = { ...shown, data: new Uint8ClampedArray(shown.data.length).fill(255) }
      drawOver(white, pointsOf({ ...composite, x: 0, y: 0 }, step), { opacity: 1 })
      const side = Math.max(leastSide, Math.ceil(Math.max(width, height) / mostParts))
      const perRegion = mostParts * mostParts
      const [sums, counts] = [new Float64Array(names.length * perRegion), new Uint32Array(names.length * perRegion)]
      const seenAt = ({ data }: Placed, at: number) => perceivedOf(data[at]!, data[at + 1]!, data[at + 2]!)
      const isSame = (at: number) => [0, 1, 2].every(channel => white.data[at + channel] === shown.data[at + channel])
      for (let place = 0; place < top.length; place++) {
        const [column, row] = [place % width, Math.floor(place / width)]
        const part = Math.floor(row / side) * mostParts + Math.floor(column / side)
        const region = top[place]! * perRegion + part
        counts[region]!++
        if (!isSame(place * 4)) sums[region]! += distance(seenAt(white, place * 4), seenAt(shown, place * 4))
      }
      const mostOf = (region: number) =>
        texts.has(Math.floor(region / perRegion)) ? mostDifference.text : mostDifference.usual
      const isDifferent = (region: number) =>
        counts[region]! >= leastPoints && sums[region]! / counts[region]! > mostOf(region)
      return names.filter((_, n) =>
        sums.subarray(n * perRegion, (n + 1) * perRegion).some((_, part) => isDifferent(n * perRegion + part)),
      )
    },
  }
}
