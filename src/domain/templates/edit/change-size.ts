import { attribute, childrenOf, type Document, type Element, elementsOf } from '../clean/tree.ts'
import type { SizeChange } from '../prompt/template-edit.ts'
import { setStyle, styleOf } from './inline-style.ts'
import { sheetValue } from './sheet-value.ts'

/** Why an edit cannot be carried out, as the end of a sentence; undefined: it was. */
export type Refusal = string | undefined

/** The number of a size in pixels. */
export const pixelsIn = (value: string | undefined): number | undefined => {
  const found = /^(\d{1,5}(?:\.\d{1,6})?|\.\d{1,6})px$/.exec(value ?? '')?.[1]
  return found === undefined ? undefined : Number(found)
}
/** Letters and boxes larger than this are a mistake. */
const most = 2_000
const least = 1
/** A size in pixels. */
export const written = (pixels: number): string => `${Math.round(pixels * 1_000) / 1_000}px`

const changed = (before: number, change: SizeChange): number | undefined => {
  const after = 'pixels' in change ? change.pixels : before * change.times
  return after >= least && after <= most ? after : undefined
}
const sizeOf = (document: Document, element: Element, property: string): number | undefined =>
  pixelsIn(styleOf(element).get(property)) ?? pixelsIn(sheetValue(document, element, property))

const unknown = 'its size is not known; say it in pixels'
const beyond = 'the size would be less than 1 pixel or more than 2,000'

/** Changes the size of the letters of a part. */
export const changeLetters = (document: Document, element: Element, change: SizeChange): Refusal => {
  const before = sizeOf(document, element, 'font-size')
  if (before === undefined && !('pixels' in change)) return unknown
  const after = changed(before ?? 0, change)
  if (after === undefined) return beyond
  setStyle(element, { 'font-size': written(after) })
  return undefined
}

/** What is large or small of a logo: its picture, or the name that is written in its place. */
const drawnOf = (logo: Element): Element | undefined =>
  logo.tagName === 'img'
    ? logo
    : (elementsOf(logo).find(({ tagName }) => tagName === 'img' || tagName === 'svg') ?? childrenOf(logo)[0])

/** Changes the size of a logo; pixels are its height. */
export const changeLogo = (document: Document, logo: Element, change: SizeChange): Refusal => {
  const drawn = drawnOf(logo)
  if (drawn === undefined) return unknown
  if (attribute(drawn, 'class') === 'word') return changeLetters(document, drawn, change)
  const [width, height] = ['width', 'height'].map(
    side => sizeOf(document, drawn, side) ?? pixelsIn(`${attribute(drawn, side)}px`),
  )
  if (height === undefined) return unknown
  const after = changed(height, change)
  if (after === undefined) return beyond
  setStyle(drawn, {
    height: written(after),
    ...(width === undefined ? {} : { width: written((width * after) / height) }),
  })
  const around =
    logo === drawn ? undefined : (pixelsIn(styleOf(logo).get('width')) ?? pixelsIn(sheetValue(document, logo, 'width')))
  if (around !== undefined && width !== undefined) setStyle(logo, { width: written((around * after) / height) })
  return undefined
}
