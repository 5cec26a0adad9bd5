import { withoutLastSlash } from '../shared/trimmed.ts'

/** Which ad unit of which campaign an address of this service serves. */
export type AdAddress = {
  /** The public URL of this service; its scheme decides whether a tag is secure. */
  readonly publicUrl: string
  readonly accountId: string
  readonly retailCampaignIdx: number
  readonly adUnitId: number
}

/** `GET` returns the ad; with `.png` its image, with `/click` a redirect to its click-through. */
export const serveUrl = ({ publicUrl, accountId, retailCampaignIdx, adUnitId }: AdAddress): string =>
  `${withoutLastSlash(publicUrl)}/serve/${encodeURIComponent(accountId)}/${retailCampaignIdx}/${adUnitId}`
