import { type Options, type Token as TypedToken, tokenizer, tokTypes } from 'acorn'
import escapeHtml from 'escape-html'
import type { Token } from 'parse5'
import { readTokens } from '../creatives/html-tokens.ts'
import { filledText, macroAddresses } from './addresses-in-text.ts'
import { clickMacros, filledWith, hasMacro, type MacroTexts, unknownMacros } from './foreign-macros.ts'

/** A text with addresses that have macros of other ad servers: its place in an ad, what it says, and how a new one is written there. */
export type MacroSlot = {
  readonly at: number
  readonly length: number
  /** As browsers decode it. */
  readonly text: string
  /** `address`: the text is one; the others may hold several. */
  readonly in: 'address' | 'attribute' | 'script' | 'style'
  /** The name of the attribute that the place holds as a whole. */
  readonly attribute?: string
}

/** Attributes whose value is an address that the browser requests or opens. */
const addresses = new Set(['src', 'href', 'data', 'poster', 'action', 'formaction', 'background', 'xlink:href', 'ping'])
/** Other attributes that hold addresses: of styles, candidates and settings of scripts. Code in `on…` has places of clicks. */
const isText = (name: string): boolean => /^(?:style|content|(?:image)?srcset|data-.{1,100})$/.test(name)
/** Places that are found in one ad, and characters of its scripts and styles that are read, at most. */
const most = { slots: 200, code: 512 * 1024 }

/** The types of acorn leave out what its documentation says of tokens. */
type ScriptToken = TypedToken & { readonly value: unknown }

/** The texts in quotes of a script that hold addresses with macros. A script that cannot be read has none behind the fault. */
const textsIn = (code: string, from: number): readonly MacroSlot[] => {
  const found: MacroSlot[] = []
  const options: Options = { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true }
  try {
    for (const token of tokenizer(code, options) as Iterable<ScriptToken>) {
      const { type, value } = token
      if (type !== tokTypes.string || typeof value !== 'string' || macroAddresses(value).length === 0) continue
      const [at, end] = [token.start + 1, token.end - 1]
      found.push({ at: from + at, length: end - at, text: value, in: 'script' })
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return found
}

/** Whether an ad may have macros: in scripts they may be escaped. */
const mayHave = (html: string): boolean => hasMacro(html) || html.includes('\\')

/**
 * The addresses with macros of other ad servers in an ad, in their order (TAGS-18): those of attributes, styles and texts of scripts. Not those
 * with a tag of Mustache, which are filled in by `compose` or are the click.
 */
export const macroSlots = (html: string): readonly MacroSlot[] => {
  if (!mayHave(html)) return []
  const found: MacroSlot[] = []
  let read = 0
  let styleFrom: number | undefined
  const isAffordable = (code: string): boolean => {
    const isRead = mayHave(code) && read + code.length <= most.code
    if (isRead) read += code.length
    return isRead
  }
  const inAttribute = (tagName: string, name: string, value: string): MacroSlot['in'] | undefined => {
    if (isText(name)) return macroAddresses(value).length > 0 ? 'attribute' : undefined
    const isTaken = addresses.has(name) && !value.includes('{{') && hasMacro(value)
    // a click macro before the address of a link is dealt with when it is clicked
    return isTaken && (tagName !== 'a' || hasMacro(value.trim().replace(clickMacros, ''))) ? 'address' : undefined
  }
  const onStartTag = ({ tagName, attrs, location }: Token.TagToken) => {
    if (tagName === 'style') styleFrom = location?.endOffset
    for (const { name, value } of attrs) {
      const where = inAttribute(tagName, name, value)
      const place = location?.attrs?.[name]
      if (where === undefined || !place) continue
      const { startOffset: at, endOffset } = place
      found.push({ at, length: endOffset - at, text: value, in: where, attribute: name })
    }
  }
  const onEndTag = ({ tagName, location }: Token.TagToken) => {
    if (tagName !== 'style' || styleFrom === undefined || !location) return
    const [at, css] = [styleFrom, html.slice(styleFrom, location.startOffset)]
    styleFrom = undefined
    if (isAffordable(css) && macroAddresses(css).length > 0)
      found.push({ at, length: css.length, text: css, in: 'style' })
  }
  const onScript = (from: number, to: number) => {
    const [code = ''] = html.slice(from, to).split(/<\/script/i, 1)
    if (isAffordable(code)) found.push(...textsIn(code, from))
  }
  readTokens(html, { onStartTag, onEndTag, onScript }, { located: true })
  return found.toSorted((a, b) => a.at - b.at).slice(0, most.slots)
}

/** A text between the quotes of a script, or of JSON in one, of either kind. */
const inQuotes = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/['<\u2028\u2029]/g, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The text of a place with the values of one impression. */
export const filledSlot = ({ text, in: where, attribute = '' }: MacroSlot, texts: MacroTexts): string => {
  const filled = where === 'address' ? filledWith(text, texts) : filledText(text, texts)
  switch (where) {
    case 'script':
      return inQuotes(filled)
    case 'style':
      return filled
    case 'address':
    case 'attribute':
      return `${attribute}="${escapeHtml(filled)}"`
  }
}

const addressesOf = ({ text, in: where }: MacroSlot): readonly string[] =>
  where === 'address' ? [text] : macroAddresses(text)

/** Macros without a value in the addresses of an ad or its template, at most ten. */
export const unknownMacrosOf = (slots: readonly MacroSlot[]): readonly string[] =>
  [...new Set(slots.flatMap(addressesOf).flatMap(unknownMacros))].slice(0, 10)

/** The ad with values in the addresses that have macros. */
export const withMacros = (html: string, slots: readonly MacroSlot[], texts: MacroTexts): string => {
  const parts: string[] = []
  let at = 0
  for (const slot of slots) {
    parts.push(html.slice(at, slot.at), filledSlot(slot, texts))
    at = slot.at + slot.length
  }
  return parts.join('') + html.slice(at)
}
