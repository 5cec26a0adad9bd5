import escapeHtml from 'escape-html'
import { heldPrefix } from '../creatives/pixels.ts'
import { ledFunction } from './ad-clicks.ts'
import { adScript, frameReports } from './ad-script.ts'
import { type ClickRoute, clickBeacons, clickChain, clickPath, webUrl } from './click-chain.ts'
import type { MacroTexts } from './foreign-macros.ts'
import { filledSlot } from './html-macros.ts'
import type { ClickSlot, PreparedAd } from './prepared-ad.ts'
import { quietRequests } from './quiet-requests.ts'
import { quietScript } from './quiet-script.ts'

/** The content for one impression; trackers already contain their values (`withValues`). */
export type Served = ClickRoute & {
  /** The ad, from the active snapshot. */
  readonly ad: PreparedAd
  readonly impressionTrackers: readonly string[]
  /** Requested after half of the ad was in view for one continuous second, the Media Rating Council's standard for display ads. */
  readonly viewableTrackers?: readonly string[]
  /** Requested once the ad has loaded, visible or not. */
  readonly loadTrackers?: readonly string[]
  /** Scripts loaded into the ad's own document when it is visible. */
  readonly scriptTrackers?: readonly string[]
  /** Values for macros of other ad servers in the ad. */
  readonly macros?: MacroTexts
  /** Shown for a look, not to an audience: counting pixels of the ad's own are not requested (TAGS-19). */
  readonly isPreview?: boolean
  /** Whether this service is reached over https: trackers with addresses of http are then requested over https. */
  readonly isSecure?: boolean
}

// encodeURIComponent does not encode the apostrophe.
const encodedCharacter = (c: string): string => (c === "'" ? '%27' : encodeURIComponent(c))

// JSON inside <script>: no `<`, so that nothing can end the element, and no line separators of old JavaScript.
const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

const webUrls = (trackers: readonly string[]): readonly string[] =>
  trackers.filter(tracker => webUrl(tracker) !== undefined)

/**
 * An address with https instead of http, as browsers upgrade it under `upgrade-insecure-requests`. Firefox refuses it instead if the request may
 * outlive its page (`keepalive`).
 */
const upgraded = (address: string): string => {
  const url = new URL(address)
  if (url.protocol !== 'http:') return address
  url.protocol = 'https:'
  return url.href
}

/**
 * An address that ends nothing around it: no text in quotes, no attribute without quotes, no comment of a line. In an attribute the browser
 * puts back what is escaped before a script in it runs, so escaping for markup alone is not enough.
 */
const contained = (url: string): string => url.replace(/["'<>\\`\s\u0000-\u001f\u007f-\u009f]/g, encodedCharacter)

const filled = {
  markup: (url: string): string => escapeHtml(contained(url)),
  script: contained,
} as const satisfies Partial<Record<ClickSlot['in'], (url: string) => string>>

/** The call around an address that a script gives a location; it is safe in attributes, too, as it needs no quotes. */
const calls = {
  frame: `${ledFunction}(0,`,
  page: `${ledFunction}(1,`,
  other: `${ledFunction}(2,`,
  end: ')',
} as const

/**
 * The ad behind its doctype, with an address in its click slots; without one they become `#`, but placeholders stay. Its macros have `values`;
 * `isQuiet`: the addresses of what may be a counting pixel are held back.
 */
const filledAd = (ad: PreparedAd, address: string | undefined, isQuiet: boolean, values: MacroTexts): string => {
  const { html, startsAt, clickSlots, held, macros } = ad
  const texts = { ...calls, markup: filled.markup(address ?? '#'), script: filled.script(address ?? '#') }
  const clicks = clickSlots
    .filter(({ stays }) => !stays || address !== undefined)
    .map(slot => ({ ...slot, text: texts[slot.in] }))
  const heldBack = isQuiet ? held.map(at => ({ at, length: 0, text: heldPrefix })) : []
  const filledMacros = macros.map(slot => ({ ...slot, text: filledSlot(slot, values) }))
  const parts: string[] = []
  let at = startsAt
  for (const place of [...heldBack, ...clicks, ...filledMacros].toSorted((a, b) => a.at - b.at)) {
    if (place.at < at) continue
    parts.push(html.slice(at, place.at), place.text)
    at = place.at + place.length
  }
  return parts.join('') + html.slice(at)
}

/**
 * The HTML document in a tag's frame (TAGS-11). `{{clickUrl}}` and `{{{clickUrl}}}` become the click URL, escaped for
 * markup, but not in a script; without a click URL, `#`, which does nothing. Placeholders of clickTags become it, too. A small script requests
 * the impression trackers when the ad is shown, and the counting click trackers on a click; it leads whatever the ad opens through the click
 * chain. If the ad contains neither
 * `{{clickUrl}}` nor `clickTag` nor a link, the whole ad is a link. It is the customer's HTML: serve it with
 * `adDocumentHeaders('anyone')`.
 */
export const servedDocument = (served: Served): string => {
  const { ad } = served
  const url = clickChain(served)
  const { trackers, macro } = clickPath(served)
  const requested = (all: readonly string[] = []) => {
    const urls = webUrls(all)
    return served.isSecure === true ? urls.map(upgraded) : urls
  }
  const options = {
    i: requested(served.impressionTrackers),
    v: requested(served.viewableTrackers),
    l: requested(served.loadTrackers),
    s: requested(served.scriptTrackers),
    c: requested(clickBeacons(served.clickTrackers)),
    u: url === undefined ? '' : contained(url),
    t: trackers,
    m: macro === undefined ? '' : contained(macro),
    w: ad.isOneLink,
    q: ad.takesClickTag,
  }
  const isQuiet = served.isPreview === true
  const quiet = isQuiet ? `<script>(${quietRequests})();(${quietScript})()</script>` : ''
  const script = `<base target="_blank">${quiet}<script>(${adScript})(${scriptJson(options)})</script>`
  return ad.html.slice(0, ad.startsAt) + script + filledAd(ad, url, isQuiet, served.macros ?? {})
}

/**
 * Served outside the campaign's dates, and when there is nothing to show; the reason is in a comment, for those who look. The tag around it is
 * told, and hides its frame.
 */
export const emptyDocument = (reason: string): string =>
  `<!doctype html><html lang="en"><title></title><!-- ${escapeHtml(reason)} --><script>parent.postMessage("${frameReports.blank}","*")</script></html>`
