import type { Pixels } from '../pictures/palette.ts'
import { mixPixel } from './blend.ts'
import type { Placed, Size } from './layer-pixels.ts'

const side = 250

/** Draws layers on a grid over the design only, so that comparing them with its composite costs little. */
export const gridOf = ({ width, height }: Size, ground = '#ffffff') => {
  const columns = Math.min(side, width)
  const rows = Math.min(side, height)
  const color = Number.parseInt(ground.slice(1), 16)
  const data = new Uint8ClampedArray(columns * rows * 4)
  for (let at = 0; at < data.length; at += 4) data.set([color >> 16, (color >> 8) & 255, color & 255, 255], at)
  const placeOf = (n: number, count: number, length: number): number => Math.floor(((n + 0.5) * length) / count)
  const each = (at: (x: number, y: number, to: number) => void): void => {
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        at(placeOf(column, columns, width), placeOf(row, rows, height), (row * columns + column) * 4)
  }
  return {
    draw(layer: Placed, opacity: number): void {
      each((x, y, to) => {
        const [column, row] = [x - layer.x, y - layer.y]
        if (column < 0 || row < 0 || column >= layer.width || row >= layer.height) return
        mixPixel(data, to, layer.data, (row * layer.width + column) * 4, { opacity })
      })
    },
    /** The mean difference of channels to a picture of the design on white, 0 to 1. */
    differenceTo(composite: Pixels): number {
      const white = new Uint8ClampedArray(4).fill(255)
      let sum = 0
      each((x, y, to) => {
        white.fill(255)
        mixPixel(white, 0, composite.data, (y * composite.width + x) * 4, { opacity: 1 })
        for (let channel = 0; channel < 3; channel++) sum += Math.abs(white[channel]! - data[to + channel]!)
      })
      return sum / (columns * rows * 3 * 255)
    },
  }
}
