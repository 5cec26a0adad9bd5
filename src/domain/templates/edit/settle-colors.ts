import {
  attribute,
  childrenOf,
  type Document,
  type Element,
  elementsOf,
  parentOf,
  setAttribute,
} from '../clean/tree.ts'
import { contrastOf, labelOn, leastContrast, readableOn } from '../color/contrast.ts'
import { oklchOf } from '../color/oklch.ts'
import { setStyle, styleOf } from './inline-style.ts'

/** Names and colors, as a `data-` attribute holds them: `text #16191d soft #4a5158`. */
export const colorsIn = (text: string): ReadonlyMap<string, string> => {
  const words = text.split(' ')
  return new Map(words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1] ?? '-'] as const] : [])))
}

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

/** The colors of the brand by their role in a light and a dark ad, as a composed template knows them; none in other templates. */
const schemesAround = (element: Element): readonly ReadonlyMap<string, string>[] => {
  const parent = parentOf(element)
  if (parent !== undefined && element.tagName !== 'body') return schemesAround(parent)
  return ['data-light', 'data-dark'].map(name => colorsIn(attribute(element, name) ?? ''))
}
const ofRole = (element: Element, ...roles: readonly string[]): readonly string[] => [
  ...new Set(roles.flatMap(role => schemesAround(element).flatMap(colors => hex(colors.get(role)) ?? []))),
]

/** Grays and what looks like one: nobody minds whether such a text is dark or light. */
const leastChroma = 0.06
/**
 * The color of a text that is not a label: one that the brand has for such a text is that of its other scheme, or that of its other texts; a gray is nearly
 * black or white, never a gray that is only just readable; any other color becomes lighter or darker, since somebody asked for it.
 */
const textOn = (element: Element, background: string, wanted: string): string => {
  const role = ['text', 'soft', 'price'].find(one => ofRole(element, one).includes(wanted))
  const own = role === undefined ? [] : ofRole(element, role, 'text', 'headline-color')
  const readable = own.find(one => contrastOf(background, one) >= leastContrast)
  if (readable !== undefined) return readable
  return oklchOf(wanted).c < leastChroma ? labelOn(background, wanted) : readableOn(background, wanted)
}

/**
 * Sets the color of a text to one that can be read well on a background, the wanted one if it can, and remembers the wanted one.
 */
export const settleOn = (element: Element, background: string, wanted: string): string => {
  const isReadable = contrastOf(background, wanted) >= leastContrast
  const color = isReadable
    ? wanted
    : isLabel(element)
      ? labelOn(background, wanted, ofRole(element, 'text', 'headline-color'))
      : textOn(element, background, wanted)
  setStyle(element, { color })
  setAttribute(element, wantedAttribute, color === wanted ? undefined : wanted)
  return color
}

/** The least contrast of a button and what is behind it; composed templates have more. */
const leastSeen = 1.7
/** Another color of the brand for a button that cannot be seen on a background; undefined: it can, or there is none. */
export const buttonOn = (button: Element, background: string): string | undefined => {
  const own = hex(styleOf(button).get('background-color') ?? styleOf(button).get('background'))
  if (own === undefined || contrastOf(own, background) >= leastSeen) return undefined
  return ofRole(button, 'cta', 'badge', 'price', 'text').find(color => contrastOf(color, background) >= 2)
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
