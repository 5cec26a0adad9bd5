import type { DspConfiguration } from '../domain/dsp/configuration-events.ts'
import { dspBatchId, dspExport } from '../domain/dsp/export.ts'
import type { DspExportState } from '../domain/dsp/export-state.ts'
import { type CampaignId, campaignOfId } from '../domain/retail-campaigns/campaign-id.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import type * as TE from '../engine/task-either.ts'
import type { Executed, Work } from '../engine/write/execute.ts'
import { executed } from '../engine/write/steps.ts'
import type { CampaignTags } from './tags-of-campaign.ts'

/** What is exported, and where to. */
export type WantedExport = { readonly configuration: DspConfiguration; readonly made: CampaignTags }

/** Starts an export (DSP-22). Without events nothing was started: one of this configuration runs, or the DSP has all tags. */
export const startExport = (
  work: Pick<Work, 'execute'>,
  id: CampaignId,
  { configuration: { configId, dspPartnerId, dspAdvertiserId }, made }: WantedExport,
  at: string,
): TE.TaskEither<Rejection, Executed<DspExportState, unknown>> => {
  const batchIdOf = (run: number) => dspBatchId(campaignOfId(id).retailCampaignIdx, run)
  return executed(work, dspExport, id, {
    kind: 'StartExport',
    ...{ configId, dspPartnerId, dspAdvertiserId, ...made, batchIdOf, at },
  })
}
