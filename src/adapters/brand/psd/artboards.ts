import type { Layer } from 'ag-psd'
import { mostArtboards } from '../../../domain/templates/brand.ts'
import { hexOfColor } from './colors.ts'
import type { Box, Size } from './layer-pixels.ts'

/** A part of a PSD that is a design of its own. `layers`: those in it, with places of the artboard. */
export type Artboard = Size & {
  readonly name: string
  readonly box: Box
  readonly layers: readonly Layer[]
  /** `#rrggbb`; undefined if it is clear. */
  readonly ground?: string | undefined
}

/** Of one design: the first and those beside it. */
const most = mostArtboards + 1
const grounds: Readonly<Record<number, string>> = { 1: '#ffffff', 2: '#000000' }

const movedBox = <A extends Partial<Box>>(of: A, x: number, y: number): A => ({
  ...of,
  left: (of.left ?? 0) - x,
  right: (of.right ?? 0) - x,
  top: (of.top ?? 0) - y,
  bottom: (of.bottom ?? 0) - y,
})
const moved = (layer: Layer, x: number, y: number): Layer => {
  const { mask, text, children } = layer
  const [xx = 1, xy = 0, yx = 0, yy = 1, left, top] = text?.transform ?? []
  const isPlaced = left !== undefined && top !== undefined
  return {
    ...movedBox(layer, x, y),
    ...(mask ? { mask: movedBox(mask, x, y) } : {}),
    ...(text && isPlaced ? { text: { ...text, transform: [xx, xy, yx, yy, left - x, top - y] } } : {}),
    ...(children ? { children: children.map(child => moved(child, x, y)) } : {}),
  }
}

const isWithin = ({ left, top, right, bottom }: Box, { width, height }: Size): boolean =>
  [left, top, right, bottom].every(Number.isInteger) &&
  left >= 0 &&
  top >= 0 &&
  right > left &&
  bottom > top &&
  right <= width &&
  bottom <= height

/** The visible artboards of a PSD in their order, and the names of those that are not read. */
export const artboardsOf = (
  layers: readonly Layer[],
  size: Size,
): { readonly artboards: readonly Artboard[]; readonly leftOut: readonly string[] } => {
  const visible = layers.filter(({ artboard, hidden }) => artboard !== undefined && !hidden)
  const [artboards, leftOut]: [Artboard[], string[]] = [[], []]
  for (const { name = '', artboard, children = [] } of visible) {
    const { rect: box, backgroundType, color } = artboard!
    const shownName = name.slice(0, 60).toWellFormed()
    if (artboards.length === most || !isWithin(box, size)) {
      leftOut.push(shownName)
      continue
    }
    const ground = backgroundType === 4 ? hexOfColor(color) : grounds[backgroundType ?? 3]
    const inside = children.map(child => moved(child, box.left, box.top))
    artboards.push({
      ...{ name: shownName, box, ground, layers: inside },
      ...{ width: box.right - box.left, height: box.bottom - box.top },
    })
  }
  return { artboards, leftOut }
}
