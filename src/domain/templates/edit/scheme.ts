import { attribute, childrenOf, type Document, type Element, elementsOf, setAttribute } from '../clean/tree.ts'
import type { Palette } from '../palette.ts'
import type { Target } from '../prompt/meaning.ts'
import { findPart } from './find-parts.ts'
import { setStyle, styleOf } from './inline-style.ts'
import { colorsIn, setTextColor, wantedAttribute } from './settle-colors.ts'

type Role = keyof Palette
type Place = { readonly role: Role; readonly target: Target; readonly property: 'background' | 'color' | 'border' }

/** Where the colors of a scheme are. */
const places: readonly Place[] = [
  { role: 'background', target: 'background', property: 'background' },
  { role: 'border', target: 'border', property: 'border' },
  { role: 'panel', target: 'picture', property: 'background' },
  { role: 'text', target: 'headline', property: 'color' },
  { role: 'soft', target: 'name', property: 'color' },
  { role: 'price', target: 'price', property: 'color' },
  { role: 'soft', target: 'was', property: 'color' },
  { role: 'cta', target: 'cta', property: 'background' },
  { role: 'ctaText', target: 'cta', property: 'color' },
  { role: 'badge', target: 'badge', property: 'background' },
  { role: 'badgeText', target: 'badge', property: 'color' },
]
/** For a template that says nothing of its colors. */
const plain: Readonly<Record<'light' | 'dark', string>> = {
  light: 'background #ffffff panel #eef0f3 text #16191d soft #4a5158 price #16191d border #d5d9de',
  dark: 'background #14181d panel #252b33 text #f5f6f7 soft #c3c9d0 price #ffffff border #3a424c',
}
/** A part that has no such color in its `style`. */
const none = '-'
const key = ({ target, property }: Place) => `${target}-${property}`

const hexIn = (value: string | undefined): string | undefined => /#[0-9a-f]{6}\b/.exec(value ?? '')?.[0]

/** The colors that the parts of a template have now, by part, as a `data-` attribute holds them. */
const presentColors = (document: Document): string =>
  places
    .flatMap(place => {
      const element = findPart(document, place.target)
      if (!element) return []
      const wanted = place.property === 'color' ? attribute(element, wantedAttribute) : undefined
      const color = wanted ?? hexIn(styleOf(element).get(place.property))
      return [`${key(place)} ${color ?? none}`]
    })
    .join(' ')

/** A frame stays as wide as it is. */
const borderWidth = (element: Element): string => styleOf(element).get('border')?.split(' ')[0] ?? '1px'

const setColor = (document: Document, { target, property }: Place, color: string): void => {
  const element = findPart(document, target)
  if (!element) return
  if (color === none) setStyle(element, { [property]: undefined })
  else if (property === 'color') setTextColor(element, color)
  else setStyle(element, { [property]: property === 'border' ? `${borderWidth(element)} solid ${color}` : color })
}

/**
 * Turns a template dark or light. The colors it had are kept for the way back, in `data-light` and `data-dark` of the body; a
 * composed template knows both from the start. false: it has that scheme already.
 */
export const setScheme = (document: Document, scheme: 'light' | 'dark'): boolean => {
  const body = elementsOf(document).find(({ tagName }) => tagName === 'body')
  if (!body) return false
  const before = attribute(body, 'data-scheme') ?? (scheme === 'dark' ? 'light' : 'dark')
  if (before === scheme) return false
  const wanted = colorsIn(attribute(body, `data-${scheme}`) ?? plain[scheme])
  setAttribute(body, `data-${before}`, presentColors(document))
  setAttribute(body, 'data-scheme', scheme)
  for (const place of places) {
    // by part, when the template had this scheme before; by role, when it was composed
    const color = wanted.get(key(place)) ?? wanted.get(place.role)
    if (color !== undefined) setColor(document, place, color)
  }
  const word = elementsOf(document).find(element => attribute(element, 'class') === 'word')
  if (word && childrenOf(word).length === 0) {
    const text = wanted.get('headline-color') ?? wanted.get('text')
    if (text !== undefined) setTextColor(word, text)
  }
  return true
}
