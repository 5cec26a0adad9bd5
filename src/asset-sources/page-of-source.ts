import type { AssetSourceView } from '../../projections/asset-sources/asset-sources.ts'
import type { CreativeView } from '../../projections/creatives/creatives.ts'
import { servedLoad } from '../domain/asset-sources/asset-source-state.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import { fairSlots } from '../engine/fair-slots.ts'
import { keptBy } from '../engine/kept-by.ts'
import type { Ports } from '../ports/ports.ts'
import type { Page, Query, Where } from '../ports/read-models.ts'
import { pageOfRows } from '../rows/page-of-rows.ts'
import { openRows } from '../rows/row-file.ts'
import { pageOfUploaded, uploadedRow } from './uploaded-rows.ts'

/** How the rows of a source are read: the blob of the version that it serves, or the creatives of its campaign. */
export type SourceRows = {
  find(query: Query): Promise<Page>
  /** What a page token belongs to: it is refused once the source serves another version. */
  readonly identity: Where
  /** Set if the documents of a page are not the rows themselves. */
  readonly present?: (document: CreativeView) => unknown
}

/** Searches among rows of a node at a time: each reads up to 100,000 rows, or 5,000,000 cells. */
const searches = keptBy(() => fairSlots({ inAll: 2, perAccount: 1 }))

const noRows: Page = { documents: [], count: 0, hasPrevious: false, hasNext: false }

/** Criteria that come with the identity of a list, without the identity itself. */
const onRows = ({ where, ...query }: Query, identity: Where): Query => {
  const filters =
    where !== undefined && where !== identity && 'all' in where ? where.all.filter(w => w !== identity) : []
  return filters.length === 0 ? query : { ...query, where: { all: filters } }
}

/** The rows of an asset source of any type. A search ends when `gone` aborts: then nobody reads its page. */
export const pageOfSource = (
  view: AssetSourceView,
  { readModels, blobs }: Pick<Ports, 'readModels' | 'blobs'>,
  gone?: AbortSignal,
): SourceRows => {
  if ('uploaded' in view) {
    const key = campaignId(view.accountId, view.uploaded.retailCampaignIdx)
    const identity: Where = { field: ['campaignKey'], is: '=', value: key }
    return { identity, find: query => pageOfUploaded(readModels, key, onRows(query, identity)), present: uploadedRow }
  }
  const load = servedLoad(view.source)
  const identity: Where = { field: ['rows'], is: '=', value: load?.set.blob ?? '' }
  return {
    identity,
    async find(all) {
      if (load === undefined) return noRows
      const query = onRows(all, identity)
      const page = async () => pageOfRows(await openRows(blobs, load.set), query, gone)
      return query.where === undefined ? page() : searches(blobs).run(view.accountId, page)
    },
  }
}
