import { creativeNameColumn, uploadedRow } from '../asset-sources/uploaded-rows.ts'
import { assetSource } from '../domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../domain/asset-sources/asset-source-id.ts'
import { servedLoad } from '../domain/asset-sources/asset-source-state.ts'
import type { BaseSource } from '../domain/asset-sources/motion-events.ts'
import type { ColumnRoles } from '../domain/asset-sources/roles.ts'
import { assetData } from '../domain/creatives/creative.ts'
import { creatives } from '../domain/creatives/creatives.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import { retailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import { own } from '../domain/shared/own.ts'
import type { Row } from '../engine/rows/frames.ts'
import type { Work } from '../engine/write/execute.ts'
import type { Blobs } from '../ports/blobs.ts'
import { openRows } from '../rows/row-file.ts'

/** The rows that get films, as they are now. `rows` can be read more than once. */
export type BaseRows = {
  readonly columns: readonly string[]
  readonly roles: ColumnRoles
  rows(): Iterable<Row> | AsyncIterable<Row>
}

/** One read: small, because a source may have millions of rows, and other work runs in between. */
const atOnce = { rows: 256, text: 1_048_576 }

const ownRows = async (
  work: Pick<Work, 'load'>,
  blobs: Pick<Blobs, 'open'>,
  id: string,
): Promise<BaseRows | undefined> => {
  const { state } = await work.load(assetSource, id)
  if (state === undefined) return undefined
  const load = servedLoad(state)
  if (load === undefined) return { columns: [], roles: state.roles, rows: () => [] }
  const file = await openRows(blobs, load.set)
  async function* rows() {
    for (let next = 0; next < file.rows; ) {
      const part = await file.read(next, atOnce.rows, atOnce.text)
      next += part.length
      yield* part
    }
  }
  return { columns: file.columns, roles: state.roles, rows }
}

/** The creatives of a campaign as rows, like those of its uploaded source. */
const uploadedRows = async (work: Pick<Work, 'load'>, id: string): Promise<BaseRows> => {
  const [{ state: campaign }, { state }] = await Promise.all([work.load(retailCampaign, id), work.load(creatives, id)])
  const items = [...state.creatives.values()]
    .sort((a, b) => (a.creativeName < b.creativeName ? -1 : 1))
    .map(creative => uploadedRow({ creativeName: creative.creativeName, assetData: assetData(creative) }))
  const columns = [...new Set([creativeNameColumn, ...items.flatMap(Object.keys)])]
  const { rotationWeightColumn = '' } = campaign ?? {}
  return {
    columns,
    roles: {
      assetKeyColumn: creativeNameColumn,
      ...(columns.includes(rotationWeightColumn) ? { rotationWeightColumn } : {}),
    },
    rows: () => items.values().map(item => columns.map(column => own(item, column) ?? '')),
  }
}

/**
 * The rows of a base source, from the log; it has neither rows nor columns before its first load. Undefined if there is no such source.
 * Memory does not grow with the rows of a blob.
 */
export const baseRows = async (
  work: Pick<Work, 'load'>,
  blobs: Pick<Blobs, 'open'>,
  accountId: string,
  { assetSourceId, retailCampaignIdx }: BaseSource,
): Promise<BaseRows | undefined> =>
  retailCampaignIdx === undefined
    ? ownRows(work, blobs, idOf(accountId, assetSourceId))
    : uploadedRows(work, campaignId(accountId, retailCampaignIdx))
