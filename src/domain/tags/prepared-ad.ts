import type { Token } from 'parse5'
import { readTokens } from '../creatives/html-tokens.ts'
import { type HtmlPlace, pixelPlaces } from '../creatives/pixels.ts'
import { afterComments, afterMarkup } from '../shared/markup.ts'
import { scriptPlaceholders } from './script-placeholders.ts'

/**
 * A `{{clickUrl}}` or `{{{clickUrl}}}` in the markup of an ad, or in a script: where it starts, and its length. `stays`: it is the placeholder of
 * a clickTag, which stays as it is if there is no click-through.
 */
export type ClickSlot = {
  readonly at: number
  readonly length: number
  readonly in: 'markup' | 'script'
  readonly stays?: true
}

/** What is known of an ad before it is served: found once, so that serving only puts parts together. */
export type PreparedAd = {
  /** A document or a fragment; it may contain click slots. */
  readonly html: string
  /** Where scripts of ours may start: after the doctype, because a script before it would cause quirks mode. */
  readonly startsAt: number
  readonly clickSlots: readonly ClickSlot[]
  /** The attributes with the addresses of counting pixels; only live tags request them (TAGS-19). */
  readonly pixels: readonly HtmlPlace[]
  /** Whether the ad has neither a click slot nor a `clickTag` nor a link, so that the whole ad is the link. */
  readonly isOneLink: boolean
  /** Whether its scripts may read a clickTag, also from the query of the frame. */
  readonly takesClickTag: boolean
}

const slots = /\{\{\{\s*clickUrl\s*\}\}\}|\{\{\s*clickUrl\s*\}\}/g
const linkTag = /<a\s([^>]*)/gi

const hasOwnLink = (html: string): boolean =>
  /clickTag/i.test(html) ||
  /\{\{\s*clickUrl/i.test(html) ||
  html.matchAll(linkTag).some(([, attributes = '']) => /href/i.test(attributes))

/** A script as browsers find it: not in a comment, a style sheet or an SVG. `type`: its attribute. */
type Script = { readonly from: number; readonly to: number; readonly type: string }

const scriptsOf = (html: string): readonly Script[] => {
  const found: Script[] = []
  let type = ''
  const onStartTag = ({ tagName, attrs }: Token.TagToken) => {
    if (tagName === 'script')
      type =
        attrs
          .find(({ name }) => name === 'type')
          ?.value.trim()
          .toLowerCase() ?? ''
  }
  if (/<script/i.test(html)) readTokens(html, { onStartTag, onScript: (from, to) => found.push({ from, to, type }) })
  return found
}

/**
 * The slots of an ad. Browsers decode nothing in a script, so any slot there is one of a script. Elsewhere they decode everything, also
 * what `{{{clickUrl}}}` would leave as it is: a quote that is written as `&#39;` would end a text in an `onclick`.
 */
const namedSlots = (html: string, scripts: readonly Script[]): readonly ClickSlot[] => {
  let next = 0
  return [...html.matchAll(slots)].map(({ 0: { length }, index: at }) => {
    while ((scripts[next]?.to ?? at + 1) <= at) next++
    const isScript = (scripts[next]?.from ?? at + 1) <= at
    return { at, length, in: isScript ? 'script' : 'markup' }
  })
}

/** Characters of scripts that are parsed in one ad, at most, and placeholders that are found there. */
const mostParsed = 512 * 1024
const mostPlaceholders = 100

const isCode = ({ type }: Script): boolean => /^$|^module$|^(?:text|application)\/(?:x-)?(?:java|ecma)script/.test(type)

/** The placeholders of clickTags in scripts. A script cannot be stopped from using what it declares with `const` or in a function, so the text is replaced. */
const placeholderSlots = (html: string, scripts: readonly Script[]): readonly ClickSlot[] => {
  const found: ClickSlot[] = []
  let parsed = 0
  for (const script of scripts.filter(isCode)) {
    const [code = ''] = html.slice(script.from, script.to).split(/<\/script/i, 1)
    if (!/click_?tag/i.test(code) || parsed + code.length > mostParsed) continue
    parsed += code.length
    for (const { at, length } of scriptPlaceholders(code, script.type === 'module' ? 'module' : 'script'))
      found.push({ at: script.from + at, length, in: 'script', stays: true })
  }
  return found.slice(0, mostPlaceholders)
}

const slotsOf = (html: string): readonly ClickSlot[] => {
  const hasSlot = /\{\{\s*clickUrl/.test(html)
  const scripts = hasSlot || /click_?tag/i.test(html) ? scriptsOf(html) : []
  const named = namedSlots(html, scripts)
  const holdsNamed = ({ at, length }: ClickSlot) => hasSlot && html.slice(at, at + length).includes('{{')
  const placeholders = placeholderSlots(html, scripts).filter(slot => !holdsNamed(slot))
  return [...named, ...placeholders].toSorted((a, b) => a.at - b.at)
}

/** Finds in an ad what serving it needs (TAGS-11); in linear time. */
export const preparedAd = (html: string): PreparedAd => ({
  html,
  startsAt: afterMarkup(html, afterComments(html), '<!doctype') ?? 0,
  clickSlots: slotsOf(html),
  pixels: pixelPlaces(html),
  isOneLink: !hasOwnLink(html),
  takesClickTag: /click_?tag|<script/i.test(html),
})
