import type { BlendMode } from 'ag-psd'
import type { Pixels } from '../pictures/palette.ts'
import type { Placed } from './layer-pixels.ts'

/** The color of a channel, 0 to 1, where `source` lies over `back`, both opaque. */
type Blend = (back: number, source: number) => number

const multiply: Blend = (back, source) => back * source
const screen: Blend = (back, source) => back + source - back * source
const hardLight: Blend = (back, source) => (source <= 0.5 ? multiply(back, 2 * source) : screen(back, 2 * source - 1))
const softLight: Blend = (back, source) => {
  if (source <= 0.5) return back - (1 - 2 * source) * back * (1 - back)
  const curve = back <= 0.25 ? ((16 * back - 12) * back + 4) * back : Math.sqrt(back)
  return back + (2 * source - 1) * (curve - back)
}

/** The modes that mix each channel by itself. */
const blends: Partial<Record<BlendMode, Blend>> = {
  normal: (_, source) => source,
  'pass through': (_, source) => source,
  multiply,
  screen,
  overlay: (back, source) => hardLight(source, back),
  darken: Math.min,
  lighten: Math.max,
  'color dodge': (back, source) => (back === 0 ? 0 : source >= 1 ? 1 : Math.min(1, back / (1 - source))),
  'color burn': (back, source) => (back >= 1 ? 1 : source <= 0 ? 0 : 1 - Math.min(1, (1 - back) / source)),
  'linear dodge': (back, source) => Math.min(1, back + source),
  'linear burn': (back, source) => Math.max(0, back + source - 1),
  'hard light': hardLight,
  'soft light': softLight,
  difference: (back, source) => Math.abs(back - source),
  exclusion: (back, source) => back + source - 2 * back * source,
  subtract: (back, source) => Math.max(0, back - source),
}

/** Whether `drawOver` can mix in this mode. */
export const canBlend = (mode: BlendMode = 'normal'): boolean => blends[mode] !== undefined
/** Whether HTML shows the mode as it is. */
export const isNormal = (mode: BlendMode = 'normal'): boolean => mode === 'normal' || mode === 'pass through'

/** Mixes one pixel into another as W3C Compositing defines it. `from` and `to` are places of red. */
export const mixPixel = (
  canvas: Pixels['data'],
  to: number,
  source: Pixels['data'],
  from: number,
  { opacity, mode = 'normal' }: { readonly opacity: number; readonly mode?: BlendMode | undefined },
): void => {
  const over = (source[from + 3]! / 255) * opacity
  if (over === 0) return
  const under = canvas[to + 3]! / 255
  const alpha = over + under * (1 - over)
  const blend = blends[mode] ?? blends.normal!
  for (let channel = 0; channel < 3; channel++) {
    const [s, b] = [source[from + channel]! / 255, canvas[to + channel]! / 255]
    const mixed = (1 - under) * s + under * blend(b, s)
    canvas[to + channel] = Math.round((255 * (over * mixed + under * (1 - over) * b)) / alpha)
  }
  canvas[to + 3] = Math.round(255 * alpha)
}

/** Draws a layer over a canvas that is a part of the design; what is beyond the canvas is not drawn. */
export const drawOver = (
  canvas: Placed,
  layer: Placed,
  how: { readonly opacity: number; readonly mode?: BlendMode | undefined },
): void => {
  const [left, top] = [Math.max(canvas.x, layer.x), Math.max(canvas.y, layer.y)]
  const right = Math.min(canvas.x + canvas.width, layer.x + layer.width)
  const bottom = Math.min(canvas.y + canvas.height, layer.y + layer.height)
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++)
      mixPixel(
        canvas.data,
        ((y - canvas.y) * canvas.width + x - canvas.x) * 4,
        layer.data,
        ((y - layer.y) * layer.width + x - layer.x) * 4,
        how,
      )
}
