import { creatives } from '../../projections/creatives/creatives.ts'
import type { Creative } from '../domain/creatives/creative.ts'
import { parsed } from '../engine/read/documents.ts'
import type { Page, ReadModels } from '../ports/read-models.ts'

const pageSize = 500

/** All saved creatives of a campaign, by name, from the read models. */
export async function* allCreatives(
  readModels: Pick<ReadModels, 'find'>,
  campaignKey: string,
): AsyncGenerator<Creative> {
  const query = {
    where: { field: ['campaignKey'], is: '=', value: campaignKey },
    sort: { field: ['creativeName'] },
    limit: pageSize,
    counted: false,
  } as const
  for (let page: Page | undefined; page === undefined || page.hasNext; ) {
    page = await readModels.find(creatives, page?.last ? { ...query, after: page.last } : query)
    for (const stored of page.documents) yield parsed(creatives, stored).creative
  }
}
