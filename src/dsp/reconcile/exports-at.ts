import { dspExports } from '../../../projections/dsp/dsp-exports.ts'
import type { DspConfiguration } from '../../domain/dsp/configuration-events.ts'
import { type DspRun, dspRunGoesOn } from '../../domain/dsp/export-run.ts'
import type { ExportsAt } from '../../domain/dsp/exports-at.ts'
import { campaignOfId } from '../../domain/retail-campaigns/campaign-id.ts'
import { everyDocument } from '../../engine/read/documents.ts'
import type { Ports } from '../../ports/ports.ts'

/** Reads the exports of the account and advertiser of a configuration. */
export const exportsAt = async (
  { readModels }: Pick<Ports, 'readModels'>,
  { accountId, dspAdvertiserId }: DspConfiguration,
): Promise<ExportsAt> => {
  const runs = new Map<number, DspRun>()
  const configIds = new Set<number>()
  const where = { field: ['run', 'dspAdvertiserId'], is: '=', value: dspAdvertiserId } as const
  for await (const { campaignKey, configId, run } of everyDocument(readModels, dspExports, { where })) {
    const campaign = campaignOfId(campaignKey)
    if (campaign.accountId !== accountId) continue
    configIds.add(configId)
    const newest = runs.get(campaign.retailCampaignIdx)
    if (newest === undefined || run.run > newest.run) runs.set(campaign.retailCampaignIdx, run)
  }
  return { runs, configIds }
}

/** Campaigns that were being exported at some time between two readings: what the DSP had then says nothing about them. */
export const exportedBetween = (before: ExportsAt, after: ExportsAt): ReadonlySet<number> => {
  const isMoving = (campaign: number, run: DspRun): boolean => {
    const earlier = before.runs.get(campaign)
    return dspRunGoesOn(run) || earlier?.run !== run.run || dspRunGoesOn(earlier)
  }
  return new Set([...after.runs].filter(([campaign, run]) => isMoving(campaign, run)).map(([campaign]) => campaign))
}
