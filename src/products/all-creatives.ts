import { creatives } from '../../projections/creatives/creatives.ts'
import type { Creative } from '../domain/creatives/creative.ts'
import { everyDocument } from '../engine/read/documents.ts'
import type { ReadModels } from '../ports/read-models.ts'

/** All saved creatives of a campaign, by name, from the read models. */
export async function* allCreatives(
  readModels: Pick<ReadModels, 'find'>,
  campaignKey: string,
): AsyncGenerator<Creative> {
  const ofCampaign = { field: ['campaignKey'], is: '=', value: campaignKey } as const
  for await (const { creative } of everyDocument(readModels, creatives, {
    where: ofCampaign,
    sort: { field: ['creativeName'] },
  }))
    yield creative
}
