import { afterComments, afterMarkup } from '../shared/markup.ts'

/** A `{{clickUrl}}` (markup) or `{{{clickUrl}}}` (script) in an ad: where it starts, and its length. */
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

/** Finds in an ad what serving it needs (TAGS-11); in linear time. */
export const preparedAd = (html: string): PreparedAd => ({
  html,
  startsAt: afterMarkup(html, afterComments(html), '<!doctype') ?? 0,
  clickSlots: [...html.matchAll(slots)].map(({ 0: { length }, index: at }) => ({
    at,
    length,
    in: html.startsWith('{{{', at) ? 'script' : 'markup',
  })),
  isOneLink: !hasOwnLink(html),
})
