import { type Document, type Element, parentOf } from '../clean/tree.ts'
import type { Side } from '../prompt/meaning.ts'
import type { TemplateEdit } from '../prompt/template-edit.ts'
import { pixelsIn, type Refusal } from './change-size.ts'
import { findPart, nameOfPart } from './find-parts.ts'
import { isFixed, moveFixed } from './fixed-places.ts'
import { atSide, columnsOf, type Grid, gridText, reachesAcross } from './grid.ts'
import { declaredOf, heldBy, setValue } from './held-by.ts'
import { setStyle, styleOf } from './inline-style.ts'
import { mirrorShape } from './mirror-shape.ts'

type Place = Extract<TemplateEdit, { kind: 'place' }>
/** Where sentences about what else has moved go. */
export type Notes = (note: string) => void

const flexSide = { left: 'flex-start', center: 'center', right: 'flex-end' } as const
const boxSide = { left: 'start', center: 'center', right: 'end' } as const
const boxHeight = { top: 'start', middle: 'center', bottom: 'end' } as const
const noPlace = 'the layout of this size has no place for it there'

/** The price with the former one beside it, which moves with it; any other part alone. */
const withFormer = (document: Document, element: Element, target: string): Element => {
  const around = parentOf(element)
  const was = target === 'price' ? findPart(document, 'was') : undefined
  return around && was && parentOf(was) === around ? around : element
}

/** A part in a flexible box, such as price and button below the copy: the child of the box that holds it, and whether the box is a column. */
type Flexible = { readonly item: Element; readonly isColumn: boolean }
const inFlexible = (document: Document, element: Element): Flexible | undefined => {
  for (let at: Element | undefined = element, depth = 0; at !== undefined && depth < 3; at = parentOf(at), depth++) {
    const parent = parentOf(at)
    if (parent && declaredOf(document, parent, 'display') === 'flex')
      return { item: at, isColumn: declaredOf(document, parent, 'flex-direction') === 'column' }
  }
  return undefined
}
const inFlex = ({ item, isColumn }: Flexible, side: Side): void => {
  if (isColumn) setStyle(item, { 'align-self': flexSide[side], 'justify-content': flexSide[side] })
  else
    setStyle(item, {
      order: side === 'left' ? '-1' : side === 'right' ? '9' : undefined,
      'margin-left': side === 'left' ? undefined : 'auto',
      'margin-right': side === 'right' ? undefined : 'auto',
    })
}

const lookOf = (
  document: Document,
  target: string,
  element: Element,
  { x, y }: { x?: Side | undefined; y?: Place['y'] },
): void => {
  if (target === 'logo' && x !== undefined)
    setStyle(element, {
      'justify-content': flexSide[x],
      // a plate behind the logo, a logo as wide as its name, and a picture without an element around it move as a whole
      'justify-self':
        element.tagName === 'img' ||
        styleOf(element).has('background') ||
        declaredOf(document, element, 'justify-self') !== undefined
          ? boxSide[x]
          : undefined,
    })
  else if (x !== undefined)
    setStyle(element, { 'justify-self': boxSide[x], ...(target === 'cta' ? { 'align-self': boxSide[x] } : {}) })
  if (y !== undefined) setStyle(element, { 'align-self': boxHeight[y] })
}

/** Whether an area begins before all others. */
const isLeftOf = (grid: Grid, area: string): boolean => {
  const first = columnsOf(grid, area)?.first ?? 0
  const areas = new Set(grid.rows.flatMap(row => row.areas))
  return areas.values().every(one => one === '.' || one === area || (columnsOf(grid, one)?.first ?? 0) >= first)
}
/**
 * What goes along when the picture comes to the other side: the shape of its panel is mirrored, and a logo that was beside it, above texts that begin at the
 * other edge, is at the outer edge with its badge, instead of in the middle of the ad.
 */
const goAlong = (document: Document, before: Grid, after: Grid): void => {
  const [picture, logo, badge] = (['picture', 'logo', 'badge'] as const).map(part => findPart(document, part))
  if (!picture || isLeftOf(before, 'picture') === isLeftOf(after, 'picture')) return
  mirrorShape(picture, {
    get: property => declaredOf(document, picture, property),
    set: (property, value) => setValue(document, picture, property, value),
  })
  const inner = (grid: Grid): boolean => {
    const [copy, own] = [columnsOf(grid, 'copy'), columnsOf(grid, 'logo')]
    return copy !== undefined && own !== undefined && own.first > copy.first && own.last === copy.last
  }
  if (!logo || inner(before) === inner(after)) return
  const x = inner(after) ? 'right' : 'left'
  lookOf(document, 'logo', logo, { x })
  if (badge && declaredOf(document, badge, 'grid-area') === 'logo') setStyle(badge, { 'justify-self': boxSide[x] })
}

/** Moves a picture that has a row for itself, and is narrower than it. */
const withinRow = (document: Document, picture: Element, grid: Grid, x: Side | undefined): Refusal => {
  const ad = findPart(document, 'all')
  const [room, width] = [ad, picture].map(one => pixelsIn(one && declaredOf(document, one, 'width')))
  const edges = grid.columns.reduce((sum, column) => sum + (pixelsIn(column) ?? 0), 0)
  if (room === undefined || width === undefined || width > 0.9 * (room - edges))
    return 'at this size the picture is as wide as the ad'
  if (x !== undefined) setValue(document, picture, 'justify-self', boxSide[x])
  return undefined
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
    lookOf(document, target, element, { x: edit.x === 'swap' ? undefined : edit.x, y })
    return undefined
  }
  const { container, item, area } = held
  const x = edit.x === 'swap' ? (isLeftOf(held.grid, area) ? 'right' : 'left') : edit.x
  let { grid } = held
  const besides = new Set<string>()
  const go = (side: 'left' | 'right' | 'top' | 'bottom'): boolean => {
    const moved = atSide(grid, area, side)
    if (moved === undefined) return false
    grid = moved.grid
    for (const other of moved.besides) besides.add(other)
    return true
  }
  const moving = withFormer(document, element, target)
  const flexible = moving === item ? undefined : inFlexible(document, moving)
  const isInFlex = flexible !== undefined && flexible.item !== item && (target === 'cta' || target === 'price')
  if (y !== undefined && y !== 'middle') {
    if (isOneRow(grid, area)) {
      if (x === undefined) return 'all parts are in one row at this size'
      note('At this size all parts are in one row, so only left and right count.')
    } else if (!go(y)) return noPlace
  }
  if (target === 'picture' && x !== undefined && reachesAcross(grid, area)) {
    const refused = withinRow(document, element, grid, x)
    if (refused !== undefined) return refused
  } else {
    if (x === 'center' && !isInFlex && target !== 'logo') return noPlace
    if ((x === 'left' || x === 'right') && !isInFlex && !go(x)) return noPlace
  }
  if (gridText(grid) !== gridText(held.grid)) {
    setValue(document, container, 'grid-template', gridText(grid))
    goAlong(document, held.grid, grid)
  }
  if (isInFlex && x !== undefined) inFlex(flexible, x)
  else if (target === 'logo' && x !== undefined) lookOf(document, target, element, { x })
  for (const other of besides)
    if (other !== area) note(`To make room, the ${nameOfPart(other)} is on the other side now.`)
  return undefined
}

/** In a template that somebody else wrote: a part of a row of parts changes its place in it. */
const ofFlow = (document: Document, element: Element, { x, y }: Place): Refusal => {
  const flexible = inFlexible(document, element)
  if (flexible === undefined || x === undefined || x === 'swap' || y !== undefined) return noPlace
  if (x === 'center' && !flexible.isColumn) return noPlace
  inFlex(flexible, x)
  return undefined
}
