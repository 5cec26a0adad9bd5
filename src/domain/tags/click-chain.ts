/** Stands in a click tracker for the address that it leads on to, encoded for a query. */
export const redirectToken = '{redirect}'

const isWebUrl = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/** An absolute http(s) URL, normalised; undefined for anything else. */
export const webUrl = (url: string | undefined): string | undefined =>
  url !== undefined && isWebUrl(url) ? new URL(url).href : undefined

// A query is decoded without ever failing on a stray percent sign.
const decodedOnce = (text: string): string =>
  new URLSearchParams(`u=${text.replaceAll('+', '%2B').replaceAll('&', '%26')}`).get('u') ?? ''

/**
 * What an ad server put in place of `${CLICK_URL_ENC}`, read from the query (so decoded once already): an absolute
 * http(s) URL, also when further ad servers encoded it again. A macro that nobody expanded, or anything else: undefined.
 */
export const macroClickUrl = (value: string | undefined): string | undefined => {
  if (value === undefined || value.length > 8192 || value.includes(`\${`)) return undefined
  if (isWebUrl(value)) return value
  return /^https?%(?:25)*3a/i.test(value) ? macroClickUrl(decodedOnce(value)) : undefined
}

/** What a click passes through on its way; addresses that are not absolute http(s) URLs are left out. */
export type ClickRoute = {
  /** Those with `{redirect}` are passed through in order; those without only count, see `clickBeacons`. */
  readonly clickTrackers: readonly string[]
  /** From `macroClickUrl`; the next address is appended to it, encoded, as ad servers expect. */
  readonly macroClickUrl?: string
  readonly clickthroughUrl?: string
}

/**
 * The address behind a click (decision 29): click trackers → the ad server's click URL → click-through, each carrying the
 * next one. A tracker without `{redirect}` cannot lead on, so it never stands in the chain and never strands a person.
 * Without a click-through there is no click: undefined.
 */
export const clickChain = (route: ClickRoute): string | undefined => {
  const landing = webUrl(route.clickthroughUrl)
  if (landing === undefined) return undefined
  const macro = macroClickUrl(route.macroClickUrl)
  const afterTrackers = macro === undefined ? landing : macro + encodeURIComponent(landing)
  return route.clickTrackers
    .filter(tracker => tracker.includes(redirectToken) && isWebUrl(tracker.replaceAll(redirectToken, '')))
    .reduceRight((next, tracker) => tracker.replaceAll(redirectToken, () => encodeURIComponent(next)), afterTrackers)
}

/** The click trackers that only count: asked for at the click, beside the chain. */
export const clickBeacons = (clickTrackers: readonly string[]): readonly string[] =>
  clickTrackers.filter(tracker => !tracker.includes(redirectToken) && isWebUrl(tracker))
