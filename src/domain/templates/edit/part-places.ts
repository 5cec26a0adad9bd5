import type { TemplateEdit } from '../prompt/template-edit.ts'
import type { TemplateSize } from '../size.ts'

/** A box on the ad, in pixels from its top left corner. */
type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
/** What each part, by its `data-part`, covers of the ad with a usual product; a part that is not shown has no place. */
export type PartPlaces = Readonly<Partial<Record<string, Box>>>

const around = (a: Box, b: Box): Box => {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}
/** The place of each part, from the boxes of what is in it. */
export const placesOf = (boxes: readonly (Box & { readonly part?: string | undefined })[]): PartPlaces => {
  const places: Record<string, Box> = {}
  for (const { part, ...box } of boxes)
    if (part !== undefined) places[part] = places[part] === undefined ? box : around(places[part], box)
  return places
}

const areaOf = ({ width, height }: Box): number => width * height
/** The share by which a picture must change, so that people see it. */
const seen = 0.04
const moved = 6

type Axis = { readonly from: number; readonly to: number; readonly all: number; readonly before: number | undefined }
/** Whether a part is at the beginning, the middle or the end of the ad, of the other parts, or at least nearer to it than before. */
const isAt = (
  where: 'start' | 'middle' | 'end',
  { from, to, all, before }: Axis,
  others: readonly number[],
): boolean => {
  const center = (from + to) / 2
  switch (where) {
    case 'start':
      return (
        from <= all * 0.25 ||
        others.every(other => other >= center) ||
        (before !== undefined && before - center > moved)
      )
    case 'end':
      return (
        to >= all * 0.75 || others.every(other => other <= center) || (before !== undefined && center - before > moved)
      )
    case 'middle':
      return Math.abs(center - all / 2) <= all * 0.1
  }
}
const ends = { left: 'start', center: 'middle', right: 'end', top: 'start', middle: 'middle', bottom: 'end' } as const

const centerOf = (box: Box, along: 'x' | 'y'): number => box[along] + (along === 'x' ? box.width : box.height) / 2
const isPlaced = (
  { target, x, y }: Extract<TemplateEdit, { kind: 'place' }>,
  before: PartPlaces,
  after: PartPlaces,
  size: TemplateSize,
): boolean => {
  const box = after[target]
  // not shown with this product
  if (box === undefined) return true
  const others = (along: 'x' | 'y') =>
    Object.entries(after).flatMap(([part, other]) =>
      part === target || part === 'badge' || other === undefined ? [] : [centerOf(other, along)],
    )
  const axis = (along: 'x' | 'y'): Axis => {
    const [from, length, all] = along === 'x' ? [box.x, box.width, size.width] : [box.y, box.height, size.height]
    const was = before[target]
    return { from, to: from + length, all, before: was && centerOf(was, along) }
  }
  if (target === 'picture' && (x === 'left' || x === 'right')) {
    const texts = others('x')
    const middle = texts.reduce((sum, one) => sum + one, 0) / Math.max(1, texts.length)
    return texts.length === 0 || (x === 'left' ? centerOf(box, 'x') < middle : centerOf(box, 'x') > middle)
  }
  const isOneRow = size.height <= 120
  return (
    (x === undefined || x === 'swap' || isAt(ends[x], axis('x'), others('x'))) &&
    (y === undefined || isOneRow || isAt(ends[y], axis('y'), others('y')))
  )
}

/**
 * Why an edit did not do what it says, by where the parts were before and after it, as the end of a sentence; undefined: it did, or that cannot be seen
 * from places.
 */
export const unmet = (
  edit: TemplateEdit,
  before: PartPlaces,
  after: PartPlaces,
  size: TemplateSize,
): string | undefined => {
  switch (edit.kind) {
    case 'place':
      return isPlaced(edit, before, after, size) ? undefined : 'the layout of this size has no place for it there'
    case 'size': {
      const [was, is] = [before.picture, after.picture]
      if (edit.target !== 'picture' || !('times' in edit.change) || !was || !is) return undefined
      const grown = areaOf(is) / areaOf(was) - 1
      const isDone = edit.change.times > 1 ? grown > seen : grown < -seen
      return isDone ? undefined : 'the layout of this size has no room for it'
    }
    case 'width': {
      const [was, is] = [before.cta, after.cta]
      if (!edit.full || !was || !is) return undefined
      const isWide = is.width >= 0.75 * size.width || (is.width >= 0.3 * size.width && is.width > 1.1 * was.width)
      return isWide ? undefined : 'the layout of this size has no room for it'
    }
    case 'color':
    case 'shade':
    case 'text':
    case 'side':
    case 'letters':
    case 'spacing':
    case 'show':
    case 'scheme':
    case 'corners':
    case 'undo':
      return undefined
  }
}

/** Parts that are gone with the usual product although no edit hides them. */
export const lostParts = (edits: readonly TemplateEdit[], before: PartPlaces, after: PartPlaces): readonly string[] => {
  const mayGo = edits.some(({ kind }) => kind === 'undo')
  const hidden = new Set(edits.flatMap(edit => (edit.kind === 'show' && !edit.shown ? [edit.target] : [])))
  // a former price goes with the price
  const isHidden = (part: string) =>
    [...hidden].some(target => target === part) || (part === 'was' && hidden.has('price'))
  return mayGo ? [] : Object.keys(before).filter(part => after[part] === undefined && !isHidden(part))
}

/** The distance between boxes that are beside or above one another; negative: they overlap. */
const distanceOf = (a: Box, b: Box): number =>
  Math.max(
    Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width),
    Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height),
  )
/** Pixels between the boxes of parts, in which lines are higher than their letters: with fewer they look as if they touched. */
const touching = 4
/** Two parts that touch after an edit and did not before; undefined: there are none. */
export const crowded = (before: PartPlaces, after: PartPlaces): readonly [string, string] | undefined => {
  const parts = Object.keys(after).filter(part => part !== 'ad' && part !== 'copy')
  for (const [i, a] of parts.entries())
    for (const b of parts.slice(i + 1)) {
      const [was, is] = [before, after].map(places => {
        const [one, other] = [places[a], places[b]]
        return one && other && distanceOf(one, other)
      })
      if (was !== undefined && is !== undefined && is < touching && is < was - 1 && was >= touching) return [a, b]
    }
  return undefined
}
