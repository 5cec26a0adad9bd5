import { defaultTreeAdapter } from 'parse5'
import { attribute, type Document, type Element, setAttribute, setText, textOf } from '../clean/tree.ts'
import type { Refusal } from './change-size.ts'
import { findParts } from './find-parts.ts'
import { setStyle, styleOf } from './inline-style.ts'
import type { Notes } from './place-part.ts'

const column = /\{\{badge\}\}/

/**
 * Gives a badge a text for the products that have none of their own: the column decides as before, and a second element, in a section for products without
 * a value, says the text.
 */
export const addText = (document: Document, badge: Element, text: string, note: Notes): Refusal => {
  if (styleOf(badge).get('display') === 'none') {
    setStyle(badge, { display: attribute(badge, 'data-display') || undefined })
    setAttribute(badge, 'data-display', undefined)
  }
  const all = findParts(document, 'badge')
  const own = all.find(element => !column.test(textOf(element)))
  if (own) {
    setText(own, text)
    return undefined
  }
  const parent = badge.parentNode
  if (parent === null) return 'the badge has no place'
  const copy = defaultTreeAdapter.createElement(
    'span',
    badge.namespaceURI,
    badge.attrs.map(one => ({ ...one })),
  )
  setText(copy, text)
  setAttribute(copy, 'data-asset', undefined)
  const at = parent.childNodes.indexOf(badge)
  const next = parent.childNodes[at + 1]
  // after the end of the section that the badge is in
  const after = next && 'value' in next && next.value.startsWith('{{/badge}}') ? next : undefined
  if (after === undefined) return 'the badge of this template is not decided by a column'
  const rest = after.value.slice('{{/badge}}'.length)
  after.value = '{{/badge}}{{^badge}}'
  const place = parent.childNodes.indexOf(after) + 1
  const end = defaultTreeAdapter.createDocumentFragment()
  defaultTreeAdapter.insertText(end, `{{/badge}}${rest}`)
  const [closing] = end.childNodes
  if (closing === undefined) return 'the badge has no place'
  closing.parentNode = parent
  copy.parentNode = parent
  parent.childNodes.splice(place, 0, copy, closing)
  note(`Products with a badge of their own keep it; all others show "${text}".`)
  return undefined
}
