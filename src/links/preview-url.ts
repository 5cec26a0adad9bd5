import type { Secrets } from '../ports/secrets.ts'
import { signUrl } from './signed-url.ts'

export type Previewed = {
  readonly accountId: string
  readonly retailCampaignIdx: number
  readonly creativeName: string
  readonly adUnitId: number
}

/** The unsigned path of a preview page; `.png` appended gives the image, `.html` the ad itself (CREATIVE-9). */
export const previewPath = (p: Previewed): string =>
  `/previews/${p.accountId}/${p.retailCampaignIdx}/${encodeURIComponent(p.creativeName)}/${p.adUnitId}`

/**
 * The signed link of a preview page. Its image and its document have the same path with an ending before the query,
 * and the same signature.
 */
export const previewUrl = (
  secrets: Secrets,
  previewed: Previewed,
  now: Date,
  ending: '' | '.png' | '.html' = '',
): string => {
  const signed = signUrl(secrets, previewPath(previewed), now)
  const query = signed.indexOf('?')
  return signed.slice(0, query) + ending + signed.slice(query)
}
