import { readTokens } from '../creatives/html-tokens.ts'
import { afterComments, afterMarkup } from '../shared/markup.ts'

/** A `{{clickUrl}}` or `{{{clickUrl}}}` in the markup of an ad, or in a script: where it starts, and its length. */
export type ClickSlot = { readonly at: number; readonly length: number; readonly in: 'markup' | 'script' }

/** What is known of an ad before it is served: found once, so that serving only puts parts together. */
export type PreparedAd = {
  /** A document or a fragment; it may contain click slots. */
  readonly html: string
  /** Where scripts of ours may start: after the doctype, because a script before it would cause quirks mode. */
  readonly startsAt: number
  readonly clickSlots: readonly ClickSlot[]
  /** Whether the ad has neither a click slot nor a `clickTag` nor a link, so that the whole ad is the link. */
  readonly isOneLink: boolean
}

const slots = /\{\{\{\s*clickUrl\s*\}\}\}|\{\{\s*clickUrl\s*\}\}/g
const linkTag = /<a\s([^>]*)/gi

const hasOwnLink = (html: string): boolean =>
  /clickTag/i.test(html) ||
  /\{\{\s*clickUrl/i.test(html) ||
  html.matchAll(linkTag).some(([, attributes = '']) => /href/i.test(attributes))

type Place = { readonly from: number; readonly to: number }

/** Where the scripts of an ad are, as browsers find them: not in a comment, a style sheet or an SVG. */
const scriptsOf = (html: string): readonly Place[] => {
  const found: Place[] = []
  if (/<script/i.test(html)) readTokens(html, { onScript: (from, to) => found.push({ from, to }) })
  return found
}

/**
 * The slots of an ad. Browsers decode nothing in a script, so any slot there is one of a script. Elsewhere they decode everything, also
 * what `{{{clickUrl}}}` would leave as it is: a quote that is written as `&#39;` would end a text in an `onclick`.
 */
const slotsOf = (html: string): readonly ClickSlot[] => {
  const found = [...html.matchAll(slots)]
  // up to the beginning of the last slot, which is in a script that is not over there
  const scripts = scriptsOf(html.slice(0, (found.at(-1)?.index ?? -1) + 1))
  let next = 0
  return found.map(({ 0: { length }, index: at }) => {
    while ((scripts[next]?.to ?? at + 1) <= at) next++
    const isScript = (scripts[next]?.from ?? at + 1) <= at
    return { at, length, in: isScript ? 'script' : 'markup' }
  })
}

/** Finds in an ad what serving it needs (TAGS-11); in linear time. */
export const preparedAd = (html: string): PreparedAd => ({
  html,
  startsAt: afterMarkup(html, afterComments(html), '<!doctype') ?? 0,
  clickSlots: slotsOf(html),
  isOneLink: !hasOwnLink(html),
})
