import * as css from 'css-tree'
import { attribute, type Element, setAttribute } from '../clean/tree.ts'

/** Four values of a shorthand, of which one to three may be left out. */
const four = (value: string): readonly string[] | undefined => {
  const tree = css.parse(value, { context: 'value' })
  // as CSS is written short, "0 -4px" has no blank
  const all = tree.type === 'Value' ? tree.children.toArray().map(node => css.generate(node)) : []
  const [a, b = a, c = a, d = b] = all
  return all.length > 4 || value.includes('/') || a === undefined ? undefined : [a, b!, c!, d!]
}
/** A margin with left and right swapped. */
const mirroredMargin = (value: string): string => {
  const [top, right, bottom, left] = four(value) ?? []
  return right === left ? value : `${top} ${left} ${bottom} ${right}`
}
/** Corners with those of the left and right swapped. */
const mirroredCorners = (value: string): string => {
  const [topLeft, topRight, bottomRight, bottomLeft] = four(value) ?? []
  const isEven = topLeft === topRight && bottomLeft === bottomRight
  return isEven ? value : `${topRight} ${topLeft} ${bottomLeft} ${bottomRight}`
}

type Values = {
  readonly get: (property: string) => string | undefined
  readonly set: (property: string, value: string) => void
}
/** Mirrors what is different at the left and right of a part: its margin, and its corners, also those that it has when they are round again. */
export const mirrorShape = (element: Element, { get, set }: Values): void => {
  const change = (property: string, by: (value: string) => string): void => {
    const value = get(property)
    if (value !== undefined && by(value) !== value) set(property, by(value))
  }
  change('margin', mirroredMargin)
  // one that is wider than its place with its margin reaches over the other edge of it
  const side = get('justify-self')
  if (get('width') !== undefined && side !== 'center') set('justify-self', side === 'end' ? 'start' : 'end')
  change('border-radius', mirroredCorners)
  const round = attribute(element, 'data-rounded')
  if (round !== undefined) setAttribute(element, 'data-rounded', mirroredCorners(round))
}
