import { attribute, childrenOf, type Document, type Element, elementsOf, setAttribute, textOf } from '../clean/tree.ts'
import type { Target } from '../prompt/meaning.ts'

const names: Readonly<Record<string, string>> = { cta: 'call to action', was: 'former price', name: 'product name' }
/** What people call a part, by its target or its `data-part`. */
export const nameOfPart = (part: string): string => names[part] ?? part

/** The value of `data-part` of each part that composed templates have. */
const parts: Readonly<Partial<Record<Target, string>>> = {
  all: 'ad',
  background: 'ad',
  border: 'ad',
  headline: 'headline',
  name: 'name',
  price: 'price',
  was: 'was',
  badge: 'badge',
  cta: 'cta',
  logo: 'logo',
  picture: 'picture',
}

const classes = (element: Element): readonly string[] =>
  (attribute(element, 'class') ?? '').toLowerCase().split(/[\s_-]+/)
const hasClass = (element: Element, ...names: readonly string[]) => classes(element).some(one => names.includes(one))
const outputs = (element: Element, column: string) => textOf(element).includes(`{{${column}}}`)
const isLeaf = (element: Element) => childrenOf(element).length === 0

/** What tells a part of a template that somebody else wrote, the surest sign first. */
const signs: Readonly<Partial<Record<Target, readonly ((element: Element) => boolean)[]>>> = {
  headline: [e => hasClass(e, 'headline', 'heading', 'tagline'), e => e.tagName === 'h1', e => e.tagName === 'h2'],
  name: [e => attribute(e, 'data-asset') === 'productName', e => isLeaf(e) && outputs(e, 'productName')],
  price: [e => attribute(e, 'data-asset') === 'price', e => isLeaf(e) && outputs(e, 'price')],
  was: [e => isLeaf(e) && outputs(e, 'wasPrice'), e => hasClass(e, 'was')],
  badge: [e => attribute(e, 'data-asset') === 'badge', e => hasClass(e, 'badge', 'sticker', 'flash')],
  cta: [e => hasClass(e, 'cta', 'button', 'btn'), e => e.tagName === 'button'],
  logo: [e => hasClass(e, 'logo'), e => e.tagName === 'img' && /logo/i.test(attribute(e, 'alt') ?? '')],
  picture: [
    e => e.tagName === 'img' && (attribute(e, 'src') ?? '').includes('{{'),
    e => hasClass(e, 'product', 'picture', 'image'),
  ],
}

/** The element that fills the ad: the only one in the body besides a link over all, else the body. */
const adOf = (document: Document): Element | undefined => {
  const body = elementsOf(document).find(({ tagName }) => tagName === 'body')
  const inside =
    body === undefined ? [] : childrenOf(body).filter(e => !['a', 'style'].includes(e.tagName) || !isLeaf(e))
  return inside.length === 1 ? inside[0] : body
}

/**
 * The elements of a part: those of its `data-part`, which composed templates have, else the one with its class, name or placeholder. A badge with a
 * text for products without one of their own has two.
 */
export const findParts = (document: Document, target: Target): readonly Element[] => {
  const elements = elementsOf(document)
  const part = parts[target]
  const marked = elements.filter(element => part !== undefined && attribute(element, 'data-part') === part)
  if (marked.length > 0) return marked
  if (part === 'ad') return [adOf(document) ?? []].flat()
  for (const isSign of signs[target] ?? []) {
    const found = elements.find(isSign)
    if (found) return [found]
  }
  return []
}
/** The first element of a part. */
export const findPart = (document: Document, target: Target): Element | undefined => findParts(document, target)[0]

/** Marks the parts of a template that somebody else wrote, so that measurements and later edits know them. */
export const markParts = (document: Document): void => {
  for (const [target, part] of Object.entries(parts) as [Target, string][]) {
    if (part === 'ad') continue
    const element = findPart(document, target)
    if (element && attribute(element, 'data-part') === undefined) setAttribute(element, 'data-part', part)
  }
}

/** The elements that hold the copy of an ad, whose alignment is that of its texts. */
export const copiesOf = (document: Document): readonly Element[] => {
  const marked = elementsOf(document).filter(element => attribute(element, 'data-part') === 'copy')
  if (marked.length > 0) return marked
  return (['headline', 'name', 'price'] as const).flatMap(target => findPart(document, target) ?? [])
}
