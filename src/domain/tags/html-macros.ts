import { type Options, type Token as ScriptToken, tokenizer, tokTypes } from 'acorn'
import escapeHtml from 'escape-html'
import type { Token } from 'parse5'
import { readTokens } from '../creatives/html-tokens.ts'
import { clickMacros, filledWith, hasMacro, type MacroTexts, unknownMacros } from './foreign-macros.ts'

/** An address with macros of other ad servers in an ad: the place of its text, what it says, and how a new text is written there. */
export type MacroSlot = {
  readonly at: number
  readonly length: number
  readonly address: string
  /** The name of the attribute that the place holds as a whole; absent in scripts. */
  readonly attribute?: string
}

/** Attributes whose value is an address that the browser requests or opens. */
const addresses = new Set(['src', 'href', 'data', 'poster', 'action', 'formaction', 'background', 'xlink:href', 'ping'])
/** Places that are found in one ad, and characters of its scripts that are read, at most. */
const most = { slots: 200, code: 512 * 1024 }
/** An address at its beginning, perhaps behind a macro for the click. */
const isAddress = /^(?:%%|\$\{CLICK|\[%?(?:FT_)?CLICK|%c)?[^\s<>]{0,80}?(?:https?:)?\/\//i

/** The texts in quotes of a script that are addresses with macros. A script that cannot be read has none behind the fault. */
const textsIn = (code: string, from: number): readonly MacroSlot[] => {
  const found: MacroSlot[] = []
  const options: Options = { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true }
  try {
    for (const token of tokenizer(code, options) as Iterable<ScriptToken>) {
      if (token.type !== tokTypes.string) continue
      const [at, end] = [token.start + 1, token.end - 1]
      const address = code.slice(at, end)
      // what is escaped would have to be escaped again
      if (address.includes('\\') || !isAddress.test(address) || !hasMacro(address)) continue
      found.push({ at: from + at, length: end - at, address })
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return found
}

/**
 * The addresses with macros of other ad servers in an ad, in their order (TAGS-18): those of attributes, and texts of scripts that are addresses.
 * Not those with a tag of Mustache, which are filled in by `compose` or are the click.
 */
export const macroSlots = (html: string): readonly MacroSlot[] => {
  if (!hasMacro(html)) return []
  const found: MacroSlot[] = []
  let read = 0
  const onStartTag = ({ tagName, attrs, location }: Token.TagToken) => {
    for (const { name, value } of attrs) {
      // a click macro before the address of a link is dealt with when it is clicked
      const isTaken = addresses.has(name) && !value.includes('{{') && hasMacro(value)
      const place = location?.attrs?.[name]
      if (!isTaken || !place || (tagName === 'a' && !hasMacro(value.trim().replace(clickMacros, '')))) continue
      const { startOffset: at, endOffset } = place
      found.push({ at, length: endOffset - at, address: value, attribute: name })
    }
  }
  const onScript = (from: number, to: number) => {
    const [code = ''] = html.slice(from, to).split(/<\/script/i, 1)
    if (!hasMacro(code) || read + code.length > most.code) return
    read += code.length
    found.push(...textsIn(code, from).filter(({ address }) => !address.includes('{{')))
  }
  readTokens(html, { onStartTag, onScript }, { located: true })
  return found.toSorted((a, b) => a.at - b.at).slice(0, most.slots)
}

/** The text of a place with the values of one impression. */
export const filledSlot = ({ address, attribute }: MacroSlot, texts: MacroTexts): string => {
  const filled = filledWith(address, texts)
  return attribute === undefined
    ? filled.replace(/["'\\<\u2028\u2029]/g, encodeURIComponent)
    : `${attribute}="${escapeHtml(filled)}"`
}

/** Macros without a value in the addresses of an ad or its template, at most ten. */
export const unknownMacrosOf = (slots: readonly MacroSlot[]): readonly string[] =>
  [...new Set(slots.flatMap(({ address }) => unknownMacros(address)))].slice(0, 10)

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
