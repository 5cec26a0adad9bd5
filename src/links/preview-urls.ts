import * as t from 'io-ts'
import { named } from '../codec/described.ts'
import { fields } from '../codec/fields.ts'
import type { RetailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import type { Ports } from '../ports/ports.ts'
import { previewUrl } from './preview-url.ts'

/** The signed preview of a creative in an ad unit (CREATIVE-9). */
export const PreviewUrl = named('PreviewUrl', fields({ adUnitId: t.number, dimension: t.string, url: t.string }))
export type PreviewUrl = t.TypeOf<typeof PreviewUrl>

type Of = Pick<RetailCampaign, 'accountId' | 'retailCampaignIdx' | 'adUnits'>

/** The previews of a creative in each ad unit of its campaign. `origin`: what their addresses begin with. */
export const previewUrlsOf = (
  { accountId, retailCampaignIdx, adUnits }: Of,
  creativeName: string,
  origin: string,
  { secrets, clock }: Pick<Ports, 'secrets' | 'clock'>,
): PreviewUrl[] => {
  const now = clock.now()
  return adUnits.map(({ adUnitId, dimension }) => ({
    adUnitId,
    dimension,
    url: origin + previewUrl(secrets, { accountId, retailCampaignIdx, creativeName, adUnitId }, now),
  }))
}
