import { attribute, childrenOf, type Document, type Element, setAttribute, textOf } from '../clean/tree.ts'
import type { Side } from '../prompt/meaning.ts'
import type { TemplateEdit } from '../prompt/template-edit.ts'
import { pixelsIn, type Refusal, written } from './change-size.ts'
import { findPart } from './find-parts.ts'
import { declaredOf } from './held-by.ts'
import { setStyle, styleOf } from './inline-style.ts'

/** Whether a part has a place in pixels, as those of designs have. */
export const isFixed = (document: Document, element: Element): boolean =>
  declaredOf(document, element, 'position') === 'absolute' && pixelsIn(styleOf(element).get('left')) !== undefined

/** Moves a part with a fixed place to an edge of the ad; a margin as wide as its nearest one stays. */
export const moveFixed = (
  document: Document,
  element: Element,
  { x, y }: Extract<TemplateEdit, { kind: 'place' }>,
): Refusal => {
  const ad = findPart(document, 'all')
  const [width, height] = ['width', 'height'].map(side => pixelsIn(ad && declaredOf(document, ad, side)))
  const box = ['left', 'top', 'width', 'height'].map(side => pixelsIn(styleOf(element).get(side)))
  const [left, top, wide, high] = box
  if (width === undefined || height === undefined || left === undefined || wide === undefined)
    return 'its size is not known'
  if (top === undefined || high === undefined) return 'its size is not known'
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

/** An element with a fixed place, in pixels of the ad. */
type Placed = { readonly element: Element; readonly from: Point; readonly to: Point }
type Axis = 'x' | 'y'
type Point = Readonly<Record<Axis, number>>

/** The children of the ad that have fixed places; a badge may have the distance to the right edge instead. */
const placedIn = (ad: Element, size: Point): readonly Placed[] =>
  childrenOf(ad).flatMap(element => {
    const style = styleOf(element)
    const of = (...properties: readonly string[]) =>
      properties.map(property => pixelsIn(style.get(property))).find(pixels => pixels !== undefined)
    const [width, height, top, right] = [of('width', 'min-width'), of('height'), of('top'), of('right')]
    if (style.get('position') !== 'absolute' || width === undefined || height === undefined || top === undefined)
      return []
    const left = of('left') ?? (right === undefined ? undefined : size.x - right - width)
    return left === undefined ? [] : [{ element, from: { x: left, y: top }, to: { x: left + width, y: top + height } }]
  })

const lengthOf = ({ from, to }: Placed, axis: Axis): number => to[axis] - from[axis]
const areaOf = (one: Placed): number => lengthOf(one, 'x') * lengthOf(one, 'y')
const sharedArea = (a: Placed, b: Placed): number =>
  (['x', 'y'] as const).reduce(
    (area, axis) => area * Math.max(0, Math.min(a.to[axis], b.to[axis]) - Math.max(a.from[axis], b.from[axis])),
    1,
  )
const isToRead = ({ element }: Placed): boolean =>
  textOf(element).trim() !== '' || attribute(element, 'data-part') === 'logo'

/**
 * The share of the shorter one by which elements that move together overlap at least. Along a line of text it is positive, since the room of a text reaches
 * further than its letters; across it lines that are near one another belong together.
 */
const together = { x: 0.25, y: -0.25 } as const
type Cluster = { readonly from: number; readonly to: number; readonly elements: readonly Placed[] }
const clustersOf = (placed: readonly Placed[], axis: Axis): readonly Cluster[] => {
  const clusters: Cluster[] = []
  for (const one of placed.toSorted((a, b) => a.from[axis] - b.from[axis])) {
    const last = clusters.at(-1)
    const shorter = last && Math.min(last.to - last.from, lengthOf(one, axis))
    if (last && last.to - one.from[axis] > together[axis] * (shorter ?? 0))
      clusters[clusters.length - 1] = {
        from: last.from,
        to: Math.max(last.to, one.to[axis]),
        elements: [...last.elements, one],
      }
    else clusters.push({ from: one.from[axis], to: one.to[axis], elements: [one] })
  }
  return clusters
}

/** The distances before, between and after clusters that use the room of a picture, in the gap of number `hole`. */
const spread = (gaps: readonly number[], hole: number): readonly number[] => {
  const last = gaps.length - 1
  const isInner = hole > 0 && hole < last
  const others = gaps
    .keys()
    .filter(i => i > 0 && i < last && i !== hole)
    .toArray()
  const inner = gaps.slice(1, last)
  const wanted = isInner
    ? inner.reduce((sum, gap) => sum + gap, 0) / (others.length > 0 ? inner.length : 2)
    : Math.min(gaps[hole]!, gaps[last - hole]!)
  const free = Math.max(0, gaps[hole]! - wanted)
  const takers = others.length > 0 ? others : [0, last]
  return gaps.map((gap, i) => gap - (i === hole ? free : 0) + (takers.includes(i) ? free / takers.length : 0))
}

type Gaps = { readonly gaps: readonly number[]; readonly hole: number }
/** The distances before, between and after clusters, and which of them is that of a picture; undefined: it is beside them. */
const gapsOf = (clusters: readonly Cluster[], picture: Placed, axis: Axis, length: number): Gaps | undefined => {
  const ends = [0, ...clusters.map(({ to }) => to)]
  const gaps = ends.map((end, i) => (clusters[i]?.from ?? length) - end)
  const middle = (picture.from[axis] + picture.to[axis]) / 2
  const hole = gaps.findIndex((gap, i) => middle >= ends[i]! && middle <= ends[i]! + gap)
  return hole < 0 || gaps[hole]! < 0.8 * lengthOf(picture, axis) ? undefined : { gaps, hole }
}
type Way = Gaps & { readonly axis: Axis; readonly clusters: readonly Cluster[] }
/** The ways to use the room of a picture: all parts move, or those before and after it in its own column or row. */
const waysOf = (texts: readonly Placed[], picture: Placed, size: Point): readonly Way[] =>
  [false, true].flatMap(isInBand =>
    (['x', 'y'] as const).flatMap(axis => {
      const across = axis === 'x' ? 'y' : 'x'
      const shared = (one: Placed) =>
        Math.min(one.to[across], picture.to[across]) - Math.max(one.from[across], picture.from[across])
      const moving = isInBand ? texts.filter(one => shared(one) >= 0.4 * lengthOf(one, across)) : texts
      const clusters = clustersOf(moving, axis)
      const found = gapsOf(clusters, picture, axis, size[axis])
      const isInner = found !== undefined && found.hole > 0 && found.hole < clusters.length
      return found && clusters.length > 0 && (!isInBand || isInner) ? [{ axis, clusters, ...found }] : []
    }),
  )

/** What moved for a picture that is hidden, to come back with it: its places before; or an empty value for what was hidden with it. */
const withPicture = 'data-with-picture'
const placeProperties = ['left', 'right', 'top', 'width'] as const
const keepPlace = (element: Element): void => {
  const style = styleOf(element)
  setAttribute(element, withPicture, placeProperties.map(property => style.get(property) ?? '-').join(' '))
}
const moveBy = (element: Element, axis: Axis, by: number): void => {
  if (Math.abs(by) < 0.01) return
  keepPlace(element)
  const style = styleOf(element)
  const [property, sign] = axis === 'y' ? ['top', 1] : style.has('left') ? ['left', 1] : ['right', -1]
  setStyle(element, { [property]: written((pixelsIn(style.get(property as string)) ?? 0) + (sign as number) * by) })
}
/** Texts beside a picture become as wide as both. */
const widen = ({ element, from, to }: Placed, picture: Placed): void => {
  keepPlace(element)
  const [left, right] = [Math.min(from.x, picture.from.x), Math.max(to.x, picture.to.x)]
  setStyle(element, { left: written(left), width: written(right - left) })
}
const wide = new Set(['headline', 'name'])

/**
 * Gives the room of a picture with a fixed place to the parts around it: what only belongs to the picture goes with it, and the others are spread over the
 * ad, or texts beside it become wider.
 */
export const closeGap = (document: Document, element: Element): Refusal => {
  const ad = findPart(document, 'all')
  const [width, height] = ['width', 'height'].map(side => pixelsIn(ad && declaredOf(document, ad, side)))
  if (ad === undefined || width === undefined || height === undefined) return 'its size is not known'
  const size = { x: width, y: height }
  const all = placedIn(ad, size)
  const picture = all.find(one => one.element === element)
  if (picture === undefined) return 'its size is not known'
  const texts = all.filter(one => one !== picture && isToRead(one))
  const isBackdrop = (one: Placed) => areaOf(one) > 0.6 * width * height
  for (const one of all)
    if (one !== picture && !texts.includes(one) && !isBackdrop(one)) {
      const isUnderText = texts.some(text => sharedArea(text, one) > 0.9 * areaOf(text))
      if (isUnderText || sharedArea(one, picture) < 0.2 * Math.min(areaOf(one), areaOf(picture))) continue
      setAttribute(one.element, withPicture, '')
      setAttribute(one.element, 'data-display', styleOf(one.element).get('display') ?? '')
      setStyle(one.element, { display: 'none' })
    }
  const [way] = waysOf(texts, picture, size)
  if (way !== undefined) {
    const { axis, clusters } = way
    let at = 0
    for (const [i, gap] of spread(way.gaps, way.hole).entries()) {
      const cluster = clusters[i]
      if (cluster === undefined) break
      const by = at + gap - cluster.from
      for (const { element } of cluster.elements) moveBy(element, axis, by)
      at = cluster.to + by
    }
    return undefined
  }
  for (const text of texts)
    if (
      wide.has(attribute(text.element, 'data-part') ?? '') &&
      text.from.y < picture.to.y &&
      text.to.y > picture.from.y &&
      sharedArea(text, picture) === 0
    )
      widen(text, picture)
  return undefined
}

/** Puts back what moved for a picture that is shown again. */
export const openGap = (document: Document): void => {
  const ad = findPart(document, 'all')
  for (const element of ad === undefined ? [] : childrenOf(ad)) {
    const kept = attribute(element, withPicture)
    if (kept === undefined) continue
    if (kept === '') {
      setStyle(element, { display: attribute(element, 'data-display') || undefined })
      setAttribute(element, 'data-display', undefined)
    } else {
      const values = kept.split(' ')
      const before = placeProperties.map((property, i) => [property, values[i] === '-' ? undefined : values[i]])
      setStyle(element, Object.fromEntries(before))
    }
    setAttribute(element, withPicture, undefined)
  }
}
