import type { DesignLayer, DesignLayout } from '../brand.ts'
import { type Box, isBackdrop, isWithin, rightOf, shareRows } from './boxes.ts'
import type { TextLayer } from './find-design-parts.ts'

export type Room = { readonly left: number; readonly right: number }

/** Between texts and what is beside them, in sizes of letters. */
const gap = 0.4

/**
 * How far a text may reach to the left and to the right: to the layers beside it, to the edges of what it is written on, and of the ad. It shares what is
 * between it and another text that grows. Pixels.
 */
export const roomOf = (
  text: TextLayer,
  { layers, ...size }: DesignLayout,
  { growing, ignored }: { readonly growing: ReadonlySet<DesignLayer>; readonly ignored: ReadonlySet<DesignLayer> },
): Room => {
  const space = gap * text.size
  let [left, right] = [Math.min(text.x, space), Math.max(rightOf(text), size.width - space)]
  const limit = (layer: Box, share: number) => {
    const middle = (near: number, far: number) => near + (far - near) * share
    if (layer.x >= rightOf(text) - space) right = Math.min(right, middle(rightOf(text), layer.x - space))
    else if (rightOf(layer) <= text.x + space) left = Math.max(left, middle(text.x, rightOf(layer) + space))
  }
  for (const layer of layers) {
    if (layer === text || ignored.has(layer) || isBackdrop(layer, size)) continue
    if (layer.kind !== 'text' && isWithin(text, layer, space)) {
      left = Math.max(left, layer.x + space)
      right = Math.min(right, rightOf(layer) - space)
    } else if (shareRows(layer, text)) limit(layer, growing.has(layer) ? 0.5 : 1)
  }
  return { left: Math.min(left, text.x), right: Math.max(right, rightOf(text)) }
}

/** Fonts draw a text a little wider than another program did; in sizes of letters, and as a share. */
const slack = { letters: 0.3, share: 0.06 }

/** The box of a text in its room: it grows away from the side that it is aligned to, and stays centered if it was. */
export const grown = (text: TextLayer, { left, right }: Room): Box => {
  const { x, y, width, height, align, size } = text
  const more = slack.letters * size + slack.share * width
  if (align === 'left') return { x, y, width: Math.max(right - x, width + more), height }
  if (align === 'right') {
    const longest = Math.max(rightOf(text) - left, width + more)
    return { x: rightOf(text) - longest, y, width: longest, height }
  }
  const aside = Math.max(more / 2, Math.min(x - left, right - rightOf(text)))
  return { x: x - aside, y, width: width + 2 * aside, height }
}
