import { attribute, type Document, type Element, parentOf, setAttribute } from '../clean/tree.ts'
import type { Side } from '../prompt/meaning.ts'
import type { SizeChange, TemplateEdit } from '../prompt/template-edit.ts'
import { pixelsIn, type Refusal, written } from './change-size.ts'
import { findPart, nameOfPart } from './find-parts.ts'
import { atSide, type Grid, gridOf, gridText, hasArea, sizedArea } from './grid.ts'
import { setStyle, styleOf } from './inline-style.ts'
import { hasRulesFor, setSheetValue, sheetValue } from './sheet-value.ts'

type Place = Extract<TemplateEdit, { kind: 'place' }>
/** Where sentences about what else has moved go. */
export type Notes = (note: string) => void

const declaredOf = (document: Document, element: Element, property: string): string | undefined =>
  styleOf(element).get(property) ?? sheetValue(document, element, property)
const setValue = (document: Document, element: Element, property: string, value: string): void => {
  if (styleOf(element).has(property) || !setSheetValue(document, element, property, value))
    setStyle(element, { [property]: value })
}

/** A part in a grid with named areas: the grid, the element of it that holds the part, and its area. */
type Held = { readonly container: Element; readonly item: Element; readonly grid: Grid; readonly area: string }
const heldBy = (document: Document, part: Element): Held | undefined => {
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
const isFixed = (document: Document, element: Element): boolean =>
  declaredOf(document, element, 'position') === 'absolute' && pixelsIn(styleOf(element).get('left')) !== undefined

const flexSide = { left: 'flex-start', center: 'center', right: 'flex-end' } as const
const boxSide = { left: 'start', center: 'center', right: 'end' } as const
const boxHeight = { top: 'start', middle: 'center', bottom: 'end' } as const
const noPlace = 'the layout of this size has no place for it there'

/** Moves a part with a fixed place to an edge of the ad; a margin as wide as its nearest one stays. */
const moveFixed = (document: Document, element: Element, { x, y }: Place): Refusal => {
  const ad = findPart(document, 'all')
  const [width, height] = ['width', 'height'].map(side => pixelsIn(ad && declaredOf(document, ad, side)))
  const box = ['left', 'top', 'width', 'height'].map(side => pixelsIn(styleOf(element).get(side)))
  const [left, top, wide, high] = box
  if (width === undefined || height === undefined || left === undefined || wide === undefined) return noPlace
  if (top === undefined || high === undefined) return noPlace
  const room = { x: width - wide, y: height - high }
  const margin = Math.max(0, Math.min(left, room.x - left, top, room.y - top))
  const at = (side: Side | 'top' | 'middle' | 'bottom' | 'swap' | undefined, now: number, free: number): number => {
    switch (side) {
      case undefined:
        return now
      case 'left':
      case 'top':
        return margin
      case 'right':
      case 'bottom':
        return free - margin
      case 'center':
      case 'middle':
        return free / 2
      case 'swap':
        return free - now
    }
  }
  setStyle(element, { left: written(at(x, left, room.x)), top: written(at(y, top, room.y)) })
  return undefined
}

/** The child of a row of parts that an element is in, such as price and button below the copy. */
const inRow = (document: Document, element: Element): Element | undefined => {
  for (let at: Element | undefined = element, depth = 0; at !== undefined && depth < 3; at = parentOf(at), depth++) {
    const parent = parentOf(at)
    const display = parent && declaredOf(document, parent, 'display')
    if (parent && display === 'flex' && declaredOf(document, parent, 'flex-direction') !== 'column') return at
  }
  return undefined
}
const inFlex = (item: Element, side: Side): void =>
  setStyle(item, {
    order: side === 'left' ? '-1' : side === 'right' ? '9' : undefined,
    'margin-left': side === 'left' ? undefined : 'auto',
    'margin-right': side === 'right' ? undefined : 'auto',
  })

const lookOf = (target: string, element: Element, x: Side | undefined, y: Place['y']): void => {
  if (target === 'logo' && x !== undefined)
    setStyle(element, {
      'justify-content': flexSide[x],
      // a plate behind the logo, and a picture without an element around it, move as a whole
      'justify-self':
        element.tagName === 'img' || styleOf(element).has('background') || styleOf(element).has('justify-self')
          ? boxSide[x]
          : undefined,
    })
  else if (x !== undefined)
    setStyle(element, { 'justify-self': boxSide[x], ...(target === 'cta' ? { 'align-self': boxSide[x] } : {}) })
  if (y !== undefined) setStyle(element, { 'align-self': boxHeight[y] })
}

const isOneRow = (grid: Grid, area: string): boolean => {
  const filled = grid.rows.filter(({ areas }) => areas.some(a => a !== '.'))
  return filled.filter(({ areas }) => areas.includes(area)).length === filled.length || filled.length <= 2
}

/**
 * Puts a part elsewhere in the ad: in the grid of the layout, whose other parts keep their order as far as they can, or at its fixed place. Refused where the
 * layout has no such place.
 */
export const placePart = (document: Document, element: Element, edit: Place, note: Notes): Refusal => {
  const { target, y } = edit
  if (isFixed(document, element)) return moveFixed(document, element, edit)
  const held = heldBy(document, element)
  const overPicture = target === 'badge' && held?.area === 'picture'
  if (held === undefined || overPicture) {
    const absolute = declaredOf(document, element, 'position') === 'absolute'
    if (absolute || (held === undefined && target !== 'logo'))
      return absolute ? noPlace : ofFlow(document, element, edit)
    lookOf(target, element, edit.x === 'swap' ? undefined : edit.x, y)
    return undefined
  }
  const { container, item, area } = held
  const x = edit.x === 'swap' ? (atSideAlready(held.grid, area, 'left') ? 'right' : 'left') : edit.x
  let { grid } = held
  const besides = new Set<string>()
  const go = (side: 'left' | 'right' | 'top' | 'bottom'): boolean => {
    const moved = atSide(grid, area, side)
    if (moved === undefined) return false
    grid = moved.grid
    for (const other of moved.besides) besides.add(other)
    return true
  }
  const row = item !== element || target !== 'cta' ? inRow(document, element) : undefined
  const isInRow = row !== undefined && row !== item && (target === 'cta' || target === 'price')
  if (y !== undefined && y !== 'middle') {
    if (isOneRow(grid, area)) {
      if (x === undefined) return 'all parts are in one row at this size'
      note('At this size all parts are in one row, so only left and right count.')
    } else if (!go(y)) return noPlace
  }
  const spans = grid.rows.some(
    ({ areas }) => areas.filter(one => one !== '.').every(one => one === area) && areas.includes(area),
  )
  if (x === 'center' && !isInRow && target !== 'logo') return noPlace
  if (x === 'left' || x === 'right') {
    if (target === 'picture' && spans) return 'at this size the picture is as wide as the ad'
    if (!isInRow && !go(x)) return noPlace
  }
  if (gridText(grid) !== gridText(held.grid)) setValue(document, container, 'grid-template', gridText(grid))
  if (isInRow && x !== undefined) inFlex(row, x)
  else if (target === 'logo' && x !== undefined) lookOf(target, element, x, undefined)
  for (const other of besides)
    if (other !== area) note(`To make room, the ${nameOfPart(other)} is on the other side now.`)
  return undefined
}
const atSideAlready = (grid: Grid, area: string, side: 'left' | 'right'): boolean => {
  const moved = atSide(grid, area, side)
  return moved !== undefined && gridText(moved.grid) === gridText(grid)
}

/** In a template that somebody else wrote: a part of a row of parts changes its place in it. */
const ofFlow = (document: Document, element: Element, { x, y }: Place): Refusal => {
  const item = inRow(document, element)
  if (item === undefined || x === undefined || x === 'swap' || x === 'center' || y !== undefined) return noPlace
  inFlex(item, x)
  return undefined
}

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
    flex: '1 0 100%',
    'justify-self': 'stretch',
    'align-self': 'stretch',
  }
  setStyle(element, full ? wide : Object.fromEntries(Object.keys(wide).map(property => [property, undefined])))
  if (row && declaredOf(document, row, 'display') === 'flex') setStyle(row, { 'flex-wrap': full ? 'wrap' : undefined })
  return undefined
}

const bare = 'bare'
/**
 * Gives the texts the room of a picture that is hidden, by the layout's own rules for products without one; a picture in a fixed place would leave a
 * hole.
 */
export const recompose = (document: Document, picture: Element, isHidden: boolean): Refusal => {
  if (isHidden && isFixed(document, picture))
    return 'the parts of this design have fixed places, and a hole would be left'
  const ad = findPart(document, 'all')
  if (ad === undefined || !hasRulesFor(document, `ad.${bare}`)) return undefined
  const classes = (attribute(ad, 'class') ?? '').split(' ').filter(name => name !== bare && name !== '')
  setAttribute(ad, 'class', [...classes, ...(isHidden ? [bare] : [])].join(' '))
  return undefined
}
