import type { BlendMode } from 'ag-psd'
import { colorBlendOf, tableOf } from './blend-modes.ts'
import type { Box, Placed } from './layer-pixels.ts'

type Bytes = Placed['data']
/** What is drawn on; its bytes are rounded as they are written. */
export type Canvas = Placed & { readonly data: Uint8ClampedArray }
/** `opacity`: 0 to 1. */
export type How = { readonly opacity: number; readonly mode?: BlendMode | undefined }

const colorAt = (data: Bytes, at: number) => [data[at]! / 255, data[at + 1]! / 255, data[at + 2]! / 255] as const

/**
 * Draws a layer over a canvas that is a part of the design, as W3C Compositing defines it; what is beyond the canvas is not drawn. libvips mixes colors
 * that are multiplied by their alpha, which is wrong for every mode but `over` where a pixel is partly clear.
 */
export const drawOver = (canvas: Canvas, layer: Placed, { opacity, mode = 'normal' }: How): void => {
  const left = Math.max(canvas.x, layer.x)
  const right = Math.min(canvas.x + canvas.width, layer.x + layer.width)
  const bottom = Math.min(canvas.y + canvas.height, layer.y + layer.height)
  const [table, blend] = [tableOf(mode), colorBlendOf(mode)]
  const { data } = canvas
  const share = opacity / 255
  for (let y = Math.max(canvas.y, layer.y); y < bottom; y++) {
    let to = ((y - canvas.y) * canvas.width + left - canvas.x) * 4
    let from = ((y - layer.y) * layer.width + left - layer.x) * 4
    for (let x = left; x < right; x++, to += 4, from += 4) {
      const over = layer.data[from + 3]! * share
      if (over === 0) continue
      const under = data[to + 3]! / 255
      const alpha = over + under * (1 - over)
      const mixed = blend && under > 0 ? blend(colorAt(data, to), colorAt(layer.data, from)) : undefined
      for (let channel = 0; channel < 3; channel++) {
        const source = layer.data[from + channel]!
        const back = data[to + channel]!
        const both = mixed ? mixed[channel]! * 255 : table ? table[back * 256 + source]! : source
        const color = source + under * (both - source)
        data[to + channel] = (over * color + under * (1 - over) * back) / alpha
      }
      data[to + 3] = 255 * alpha
    }
  }
}

/** Nothing, as large as a box. */
export const canvasIn = ({ left, top, right, bottom }: Box): Canvas => {
  const [width, height] = [right - left, bottom - top]
  return { data: new Uint8ClampedArray(width * height * 4), width, height, x: left, y: top }
}
/** The part of a layer in a box. */
export const cropped = (layer: Placed, box: Box): Placed => {
  const canvas = canvasIn(box)
  drawOver(canvas, layer, { opacity: 1 })
  return canvas
}
