import { afterComments, afterMarkup } from '../shared/markup.ts'

/** A `{{clickUrl}}` in the markup of an ad, or a `{{{clickUrl}}}` or one in a script: where it starts, and its length. */
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

/** The slots, and where scripts start and end. */
const places = /<\/?[sS][cC][rR][iI][pP][tT][\s/>]|\{\{\{\s*clickUrl\s*\}\}\}|\{\{\s*clickUrl\s*\}\}/g
const linkTag = /<a\s([^>]*)/gi

const hasOwnLink = (html: string): boolean =>
  /clickTag/i.test(html) ||
  /\{\{\s*clickUrl/i.test(html) ||
  html.matchAll(linkTag).some(([, attributes = '']) => /href/i.test(attributes))

/** The slots of an ad. Browsers decode nothing in a script, so any slot there is one of a script. */
const slotsOf = (html: string): readonly ClickSlot[] => {
  const found: ClickSlot[] = []
  let isScript = false
  for (const { 0: text, index: at } of html.matchAll(places)) {
    if (text.startsWith('<')) isScript = !text.startsWith('</')
    else found.push({ at, length: text.length, in: isScript || text.startsWith('{{{') ? 'script' : 'markup' })
  }
  return found
}

/** Finds in an ad what serving it needs (TAGS-11); in linear time. */
export const preparedAd = (html: string): PreparedAd => ({
  html,
  startsAt: afterMarkup(html, afterComments(html), '<!doctype') ?? 0,
  clickSlots: slotsOf(html),
  isOneLink: !hasOwnLink(html),
})
