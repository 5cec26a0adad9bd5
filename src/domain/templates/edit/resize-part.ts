import { type Document, type Element, parentOf } from '../clean/tree.ts'
import type { SizeChange } from '../prompt/template-edit.ts'
import { pixelsIn, type Refusal, written } from './change-size.ts'
import { isFixed } from './fixed-places.ts'
import { gridText, sizedArea } from './grid.ts'
import { declaredOf, heldBy, setValue } from './held-by.ts'
import { setStyle, styleOf } from './inline-style.ts'

/** Makes the picture larger or smaller: its columns and rows, or in a fixed place its box around its center. */
export const sizePicture = (document: Document, element: Element, change: SizeChange): Refusal => {
  const style = styleOf(element)
  const [width, height] = ['width', 'height'].map(side => pixelsIn(declaredOf(document, element, side)))
  const times = 'times' in change ? change.times : width === undefined ? undefined : change.pixels / width
  if (times === undefined) return 'its size is not known; say by how much, such as 20 % bigger'
  if (isFixed(document, element)) {
    const [left, top] = ['left', 'top'].map(side => pixelsIn(style.get(side)))
    if (left === undefined || width === undefined || height === undefined) return 'its size is not known'
    setStyle(element, {
      left: written(left - (width * (times - 1)) / 2),
      width: written(width * times),
      height: written(height * times),
      ...(top === undefined ? {} : { top: written(top - (height * (times - 1)) / 2) }),
    })
    return undefined
  }
  const held = heldBy(document, element)
  const grid = held && sizedArea(held.grid, held.area, times)
  if (held && grid) setValue(document, held.container, 'grid-template', gridText(grid))
  for (const [side, value] of [
    ['width', width],
    ['height', height],
  ] as const)
    if (value !== undefined) setValue(document, element, side, written(value * times))
  return grid || width !== undefined || height !== undefined ? undefined : 'the layout of this size has no room for it'
}

/** Makes a button as wide as its part of the ad, or as wide as its text again. */
export const setWidth = (document: Document, element: Element, full: boolean): Refusal => {
  const row = parentOf(element)
  if (row && declaredOf(document, row, 'display') === 'contents') return 'all parts are in one row at this size'
  const wide = {
    width: '100%',
    'max-width': '100%',
    'flex-shrink': '0',
    'justify-self': 'stretch',
    'align-self': 'stretch',
  }
  setStyle(element, full ? wide : Object.fromEntries(Object.keys(wide).map(property => [property, undefined])))
  if (row && declaredOf(document, row, 'display') === 'flex') setStyle(row, { 'flex-wrap': full ? 'wrap' : undefined })
  return undefined
}
