import type { Secrets } from '../ports/secrets.ts'
import { signUntil, signUrl } from './signed-url.ts'

export type Previewed = {
  readonly accountId: string
  readonly retailCampaignIdx: number
  readonly creativeName: string
  readonly adUnitId: number
}

/** The unsigned path of a preview page; `.png` appended gives the image, `.html` the ad itself (CREATIVE-9). */
export const previewPath = (p: Previewed): string =>
  `/previews/${p.accountId}/${p.retailCampaignIdx}/${encodeURIComponent(p.creativeName)}/${p.adUnitId}`

type Ending = '' | '.png' | '.html'

const withEnding = (signed: string, ending: Ending): string => {
  const query = signed.indexOf('?')
  return signed.slice(0, query) + ending + signed.slice(query)
}

/**
 * The signed link of a preview page. Its image and its document have the same path with an ending before the query,
 * and the same signature.
 */
export const previewUrl = (secrets: Secrets, previewed: Previewed, now: Date, ending: Ending = ''): string =>
  withEnding(signUrl(secrets, previewPath(previewed), now), ending)

/** The links of a preview page and of its image, for the price of one signature. */
export const previewUrls = (secrets: Secrets, previewed: Previewed, now: Date) => {
  const page = previewUrl(secrets, previewed, now)
  return { page, image: withEnding(page, '.png') }
}

/** The same on a preview page, until the link expires that led there: otherwise each page would renew the link. */
export const previewUrlUntil = (secrets: Secrets, previewed: Previewed, expires: string, ending: Ending = ''): string =>
  withEnding(signUntil(secrets, previewPath(previewed), expires), ending)
