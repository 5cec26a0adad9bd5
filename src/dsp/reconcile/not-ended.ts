import { retailCampaigns } from '../../../projections/retail-campaigns/retail-campaigns.ts'
import { campaignId } from '../../domain/retail-campaigns/campaign-id.ts'
import { readDocuments } from '../../engine/read/documents.ts'
import type { Ports } from '../../ports/ports.ts'

/** Campaigns that are read at a time. */
const atOnce = 200

/** Which of some campaigns of an account have not ended: only their tags are to be at the DSP (DSP-22). */
export const notEnded = async (
  { readModels }: Pick<Ports, 'readModels'>,
  accountId: string,
  campaigns: readonly number[],
): Promise<ReadonlySet<number>> => {
  const left = new Set<number>()
  for (let from = 0; from < campaigns.length; from += atOnce) {
    const ids = campaigns.slice(from, from + atOnce).map(campaign => campaignId(accountId, campaign))
    const found = await readDocuments(readModels, retailCampaigns, ids)
    for (const { record, retailCampaignIdx } of found.values())
      if (record.activation.status !== 'ENDED') left.add(retailCampaignIdx)
  }
  return left
}
