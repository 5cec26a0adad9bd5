import {
  attribute,
  childrenOf,
  type Document,
  type Element,
  elementsOf,
  parentOf,
  setAttribute,
} from '../clean/tree.ts'
import { labelOn, readableOn } from '../color/contrast.ts'
import { setStyle, styleOf } from './inline-style.ts'

/** The color that somebody wanted for a text that cannot be read in it; it comes back as soon as it can. */
export const wantedAttribute = 'data-wanted'

const plain = /^#[0-9a-f]{6}$/
const hex = (value: string | undefined): string | undefined =>
  value !== undefined && plain.test(value) ? value : undefined

/** What is behind an element, as far as `style` attributes say it. */
const behind = (element: Element | undefined): string | undefined => {
  if (element === undefined) return undefined
  const style = styleOf(element)
  const own = style.get('background-color') ?? style.get('background')
  return own === undefined ? behind(parentOf(element)) : hex(own)
}

const labels = new Set(['cta', 'badge'])
/** Whether a text is the label of a button or badge: a part called so, or a text with a background of its own. */
const isLabel = (element: Element): boolean => {
  const style = styleOf(element)
  const own = hex(style.get('background-color') ?? style.get('background'))
  return labels.has(attribute(element, 'data-part') ?? '') || (own !== undefined && childrenOf(element).length === 0)
}

/** The colors of the brand's texts, as a composed template knows them. */
const textColors = (element: Element): readonly string[] => {
  const parent = parentOf(element)
  if (parent !== undefined && element.tagName !== 'body') return textColors(parent)
  const schemes = ['data-light', 'data-dark'].map(name => attribute(element, name) ?? '')
  return schemes.flatMap(scheme => /(?:^|\s)(?:text|headline-color) (#[0-9a-f]{6})(?:\s|$)/.exec(scheme)?.[1] ?? [])
}

/**
 * Sets the color of a text to the nearest to the wanted one that can be read on a background, or that of a label to one that can be read well, and
 * remembers the wanted one.
 */
export const settleOn = (element: Element, background: string, wanted: string): string => {
  const color = isLabel(element) ? labelOn(background, wanted, textColors(element)) : readableOn(background, wanted)
  setStyle(element, { color })
  setAttribute(element, wantedAttribute, color === wanted ? undefined : wanted)
  return color
}

export type Adjusted = {
  readonly element: Element
  readonly background: string
  readonly wanted: string
  readonly color: string
}

/** Makes the texts readable whose colors and backgrounds are in `style` attributes; answers those that changed. */
export const settleColors = (document: Document): readonly Adjusted[] =>
  elementsOf(document).flatMap(element => {
    const before = hex(styleOf(element).get('color'))
    const background = behind(element)
    if (before === undefined || background === undefined || attribute(element, 'data-part') === 'picture') return []
    const wanted = hex(attribute(element, wantedAttribute)) ?? before
    const color = settleOn(element, background, wanted)
    return color === wanted || color === before ? [] : [{ element, background, wanted, color }]
  })

/** Gives a text a color of its own, forgetting what was wanted before. */
export const setTextColor = (element: Element, color: string): void => {
  setStyle(element, { color })
  setAttribute(element, wantedAttribute, undefined)
}
