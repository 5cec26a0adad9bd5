import { type Document, type Element, parentOf } from '../clean/tree.ts'
import { type Grid, gridOf, hasArea } from './grid.ts'
import { setStyle, styleOf } from './inline-style.ts'
import { setSheetValue, sheetValue } from './sheet-value.ts'

/** The value of a property of an element, in its `style` or in the style sheets. */
export const declaredOf = (document: Document, element: Element, property: string): string | undefined =>
  styleOf(element).get(property) ?? sheetValue(document, element, property)
/** Changes a value where it is. */
export const setValue = (document: Document, element: Element, property: string, value: string): void => {
  if (styleOf(element).has(property) || !setSheetValue(document, element, property, value))
    setStyle(element, { [property]: value })
}

/** A part in a grid with named areas: the grid, the element of it that holds the part, and its area. */
export type Held = { readonly container: Element; readonly item: Element; readonly grid: Grid; readonly area: string }
/** The grid that a part is in; undefined: there is none. */
export const heldBy = (document: Document, part: Element): Held | undefined => {
  const within: Element[] = []
  for (let at: Element | undefined = part; at !== undefined; at = parentOf(at)) {
    const grid = gridOf(declaredOf(document, at, 'grid-template'))
    if (grid)
      for (const item of within) {
        const area = declaredOf(document, item, 'grid-area')
        if (area !== undefined && hasArea(grid, area)) return { container: at, item, grid, area }
      }
    within.push(at)
  }
  return undefined
}
