import { isLinkAddress, isPictureAddress } from './address.ts'
import { commonAttributes, htmlElements, svgAttributes, svgElements } from './allowed.ts'
import { cleanCss } from './clean-css.ts'
import { cleanPlaceholders } from './placeholders.ts'
import { attribute, type Element, isSvg, isText } from './tree.ts'

type Attribute = Element['attrs'][number]
type Note = (removed: string) => void

const shown = (value: string): string => JSON.stringify(value.slice(0, 80))

/** Whether a template may have this element at all; what it may not have is removed with all that is in it. */
export const isAllowed = (element: Element): boolean => {
  const name = element.tagName
  if (isSvg(element)) return svgElements.has(name)
  if (name === 'meta') return attribute(element, 'charset') !== undefined || attribute(element, 'name') === 'ad.size'
  if (name === 'img') return isPictureAddress(attribute(element, 'src') ?? '')
  return htmlElements.has(name) && element.namespaceURI === 'http://www.w3.org/1999/xhtml'
}

/** The names of attributes that only some elements have. */
const own: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'target', 'rel'],
  img: ['src', 'loading', 'decoding'],
  meta: ['charset', 'name', 'content'],
}
const isKnown = (element: Element, name: string): boolean =>
  commonAttributes.has(name) ||
  /^(?:aria|data)-[a-z0-9-]{1,64}$/.test(name) ||
  (isSvg(element) ? svgAttributes.has(name) : (own[element.tagName]?.includes(name) ?? false))

const plainMeta = /^[\w=,. -]{0,100}$/
const plainId = /^[A-Za-z][\w-]{0,63}$/
const mostShape = 20_000
const isSafeShape = (text: string): boolean => text.length <= mostShape && /^[^<>"'\\:;{}]*$/.test(text)

/** The value of an attribute as it may stay; undefined: not at all. */
const cleanValue = (element: Element, { name, value }: Attribute, note: Note): string | undefined => {
  if (name === 'style') {
    const { css, removed } = cleanCss(value, 'declarationList')
    for (const one of removed) note(one)
    return css === '' ? undefined : css
  }
  if (name === 'href') return isLinkAddress(value) ? value : undefined
  if (name === 'id') return plainId.test(value) ? value : undefined
  if (element.tagName === 'meta') return plainMeta.test(value) ? value : undefined
  if (name === 'target') return value === '_blank' ? value : undefined
  if (isSvg(element) && svgAttributes.has(name) && name !== 'xmlns')
    return isSafeShape(value) && !value.includes('url(') ? value : undefined
  const { text, removed } = cleanPlaceholders(value, { sections: false })
  for (const one of removed) note(one)
  return text
}

/** Removes the attributes of an element that are not allowed, and the parts of their values. */
export const cleanAttributes = (element: Element, note: Note): void => {
  element.attrs = element.attrs.flatMap(given => {
    const isPlain = given.prefix === undefined || given.name === 'xmlns'
    const value = isPlain && isKnown(element, given.name) ? cleanValue(element, given, note) : undefined
    if (value === undefined) note(`${given.name}=${shown(given.value)} of <${element.tagName}>`)
    return value === undefined ? [] : [{ name: given.name, value }]
  })
}

/** Cleans the style sheet of a `<style>`. */
export const cleanSheet = (element: Element, note: Note): void => {
  const source = element.childNodes.map(child => (isText(child) ? child.value : '')).join('')
  const { css, removed } = cleanCss(source, 'stylesheet')
  for (const one of removed) note(one)
  const first = element.childNodes.find(isText)
  element.childNodes = first ? [Object.assign(first, { value: css })] : []
}
