/** The placeholder in a click tracker for the next address, encoded for a query. */
export const redirectToken = '{redirect}'

const isWebUrl = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/** An absolute http(s) URL, normalised; undefined for anything else. */
export const webUrl = (url: string | undefined): string | undefined =>
  url !== undefined && isWebUrl(url) ? new URL(url).href : undefined

// Decoding never fails on a stray percent sign.
const decodedOnce = (text: string): string =>
  new URLSearchParams(`u=${text.replaceAll('+', '%2B').replaceAll('&', '%26')}`).get('u') ?? ''

/**
 * The ad server's value for `${CLICK_URL_ENC}`, from the query (so already decoded once): an absolute http(s) URL, even if
 * further ad servers encoded it again. Undefined for an unexpanded macro or anything else.
 */
export const macroClickUrl = (value: string | undefined): string | undefined => {
  if (value === undefined || value.length > 8192 || value.includes(`\${`)) return undefined
  if (isWebUrl(value)) return value
  return /^https?%(?:25)*3a/i.test(value) ? macroClickUrl(decodedOnce(value)) : undefined
}

/** The addresses that a click passes through; anything but absolute http(s) URLs is dropped. */
export type ClickRoute = {
  /** The click passes through those with `{redirect}`, in order; the others only count it, see `clickBeacons`. */
  readonly clickTrackers: readonly string[]
  /** From `macroClickUrl`; the next address is appended to it, encoded, as ad servers expect. */
  readonly macroClickUrl?: string
  readonly clickthroughUrl?: string
}

/**
 * The address of a click (TAGS-13): click trackers → the ad server's click URL → click-through, each containing the next
 * one. A tracker without `{redirect}` cannot redirect, so it is not part of the chain. Undefined without a click-through.
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

/** The click trackers that only count: requested in parallel when the viewer clicks. */
export const clickBeacons = (clickTrackers: readonly string[]): readonly string[] =>
  clickTrackers.filter(tracker => !tracker.includes(redirectToken) && isWebUrl(tracker))
