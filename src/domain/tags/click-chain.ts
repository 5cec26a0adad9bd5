/** The placeholder in a click tracker for the next address, encoded for a query. */
export const redirectToken = '{redirect}'

/** Maximum characters of an address that a click passes through, with all that it leads on to. */
export const maxAddressLength = 8_192

/** How often ad servers may have encoded a click URL. */
const mostDecodings = 4

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
export const macroClickUrl = (value: string | undefined, decodings = mostDecodings): string | undefined => {
  if (value === undefined || value.length > maxAddressLength || value.includes(`\${`)) return undefined
  if (isWebUrl(value)) return value
  const isEncoded = decodings > 0 && /^https?%(?:25)*3a/i.test(value)
  return isEncoded ? macroClickUrl(decodedOnce(value), decodings - 1) : undefined
}

/** The addresses that a click passes through; anything but absolute http(s) URLs is dropped. */
export type ClickRoute = {
  /** The click passes through those with `{redirect}`, in order; the others only count it, see `clickBeacons`. */
  readonly clickTrackers: readonly string[]
  /** From `macroClickUrl`; the next address is appended to it, encoded, as ad servers expect. */
  readonly macroClickUrl?: string
  readonly clickthroughUrl?: string
}

/** Whether a tracker contains `{redirect}` at most once: each one would repeat the whole rest of the chain. */
export const redirectsOnce = (tracker: string): boolean =>
  tracker.indexOf(redirectToken) === tracker.lastIndexOf(redirectToken)

const leadsOn = (tracker: string): boolean =>
  tracker.includes(redirectToken) && redirectsOnce(tracker) && isWebUrl(tracker.replace(redirectToken, ''))

const leading = (tracker: string, next: string): string =>
  tracker.replace(redirectToken, () => encodeURIComponent(next.toWellFormed()))

/** An address before another one; the other one alone if both would be too long. */
const ifShort = (address: string, otherwise: string): string =>
  address.length > maxAddressLength ? otherwise : address

/** What a click passes on its way to any page: the trackers that lead on, in order, and the ad server's click URL. */
export const clickPath = (route: ClickRoute): { readonly trackers: readonly string[]; readonly macro?: string } => {
  const macro = macroClickUrl(route.macroClickUrl)
  return { trackers: route.clickTrackers.filter(leadsOn), ...(macro === undefined ? {} : { macro }) }
}

/**
 * The address of a click (TAGS-13): click trackers → the ad server's click URL → click-through, each containing the next
 * one. A tracker without `{redirect}` cannot redirect, so it is not part of the chain; nor is what would make the address
 * longer than `maxAddressLength`. Undefined without a click-through. The script of an ad does the same with other addresses.
 */
export const clickChain = (route: ClickRoute): string | undefined => {
  const landing = webUrl(route.clickthroughUrl)
  if (landing === undefined) return undefined
  const { trackers, macro } = clickPath(route)
  const afterTrackers = macro === undefined ? landing : ifShort(macro + encodeURIComponent(landing), landing)
  return trackers.reduceRight((next, tracker) => ifShort(leading(tracker, next), next), afterTrackers)
}

/**
 * Why a click cannot pass these trackers to a click-through; undefined if it can. `landing` '' if the click-through is not
 * known yet.
 */
export const clickFault = (clickTrackers: readonly string[], landing: string): string | undefined => {
  if (!clickTrackers.every(redirectsOnce)) return `a click tracker contains ${redirectToken} more than once`
  const tooLong = `the click trackers and the click-through make an address of more than ${maxAddressLength} characters`
  let address = webUrl(landing) ?? ''
  for (const tracker of clickTrackers.filter(leadsOn).toReversed()) {
    if (address.length > maxAddressLength) return tooLong
    address = leading(tracker, address)
  }
  return address.length > maxAddressLength ? tooLong : undefined
}

/** The click trackers that only count: requested in parallel when the viewer clicks. */
export const clickBeacons = (clickTrackers: readonly string[]): readonly string[] =>
  clickTrackers.filter(tracker => !tracker.includes(redirectToken) && isWebUrl(tracker))
