import { type CreativeView, creatives } from '../../projections/creatives/creatives.ts'
import { everyDocument } from '../engine/read/documents.ts'
import type { Page, Query, ReadModels } from '../ports/read-models.ts'

/** The column of an uploaded source that has the names of the creatives. */
export const creativeNameColumn = 'creativeName'

const ofCampaign = (campaignKey: string) => ({ field: ['campaignKey'], is: '=', value: campaignKey }) as const

/** A creative as a row of its campaign's uploaded source: its name first, which a column of that name does not replace. */
export const uploadedRow = ({
  creativeName,
  assetData,
}: Pick<CreativeView, 'creativeName' | 'assetData'>): Readonly<Record<string, string>> => {
  const key = { [creativeNameColumn]: creativeName }
  return { ...key, ...assetData, ...key }
}

/** The columns that any creative of a campaign has, after the name, in the order in which they are met. */
export const uploadedColumns = async (
  readModels: Pick<ReadModels, 'find'>,
  campaignKey: string,
): Promise<readonly string[]> => {
  const columns = new Set([creativeNameColumn])
  const query = { where: ofCampaign(campaignKey), sort: { field: ['creativeName'] } } as const
  for await (const { assetData } of everyDocument(readModels, creatives, query))
    for (const column of Object.keys(assetData)) columns.add(column)
  return [...columns]
}

/** A page of an uploaded source's rows: `query` is of rows, so its criteria name columns. */
export const pageOfUploaded = async (
  readModels: Pick<ReadModels, 'find'>,
  campaignKey: string,
  { where, ...query }: Query,
): Promise<Page> => {
  const scope = ofCampaign(campaignKey)
  return readModels.find(creatives, {
    ...query,
    sort: { field: ['creativeName'] },
    where: where === undefined ? scope : { all: [scope, ofColumns(where)] },
  })
}

type Where = NonNullable<Query['where']>

/** Criteria on columns as criteria on the documents of creatives. */
const ofColumns = (where: Where): Where => {
  if ('all' in where) return { all: where.all.map(ofColumns) }
  if ('any' in where) return { any: where.any.map(ofColumns) }
  const [column = ''] = where.field
  return { ...where, field: column === creativeNameColumn ? [column] : ['assetData', column] }
}
