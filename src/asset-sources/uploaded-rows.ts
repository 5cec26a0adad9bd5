import { type CreativeView, creatives } from '../../projections/creatives/creatives.ts'
import { parsed } from '../engine/read/documents.ts'
import type { Page, Query, ReadModels, Where } from '../ports/read-models.ts'

/** The column of an uploaded source that has the names of the creatives. */
export const creativeNameColumn = 'creativeName'

/** What is read at once to know the columns: it is parsed in one go. */
const creativesAtOnce = 250
const charactersAtOnce = 1_000_000

const ofCampaign = (campaignKey: string) => ({ field: ['campaignKey'], is: '=', value: campaignKey }) as const

/** A creative as a row of its campaign's uploaded source: its name first, which a column of that name does not replace. */
export const uploadedRow = ({
  creativeName,
  assetData,
}: Pick<CreativeView, 'creativeName' | 'assetData'>): Readonly<Record<string, string>> => {
  const key = { [creativeNameColumn]: creativeName }
  return { ...key, ...assetData, ...key }
}

/** The first creative by name of each set of columns that creatives of a campaign have: one is read of thousands that have the same columns. */
const firstOfEachSet = async (
  readModels: Pick<ReadModels, 'find'>,
  campaignKey: string,
): Promise<readonly CreativeView[]> => {
  const firsts = new Map<string, CreativeView>()
  const sort = { field: ['columnSet'] }
  let limit = 1
  for (let beyond = '', further = true; further; ) {
    const where: Where = { all: [ofCampaign(campaignKey), { ...sort, is: '>', value: beyond }] }
    const page = await readModels.find(creatives, { where, sort, limit, characters: charactersAtOnce, counted: false })
    const known = firsts.size
    for (const stored of page.documents) {
      const view = parsed(creatives, stored)
      beyond = view.columnSet
      if (!firsts.has(beyond)) firsts.set(beyond, view)
    }
    further = page.hasNext
    // where each creative has columns of its own, few pages have them all
    limit = Math.min(2 * (firsts.size - known), creativesAtOnce)
  }
  return [...firsts.values()]
}

/** The columns that any creative of a campaign has, after the name, in the order in which they are met. */
export const uploadedColumns = async (
  readModels: Pick<ReadModels, 'find'>,
  campaignKey: string,
): Promise<readonly string[]> => {
  const firsts = (await firstOfEachSet(readModels, campaignKey)).map(view => ({
    ...view,
    name: Buffer.from(view.creativeName),
  }))
  // as the view sorts names
  firsts.sort((a, b) => Buffer.compare(a.name, b.name))
  return [...new Set([creativeNameColumn, ...firsts.flatMap(({ assetData }) => Object.keys(assetData))])]
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

/** Criteria on columns as criteria on the documents of creatives. */
const ofColumns = (where: Where): Where => {
  if ('all' in where) return { all: where.all.map(ofColumns) }
  if ('any' in where) return { any: where.any.map(ofColumns) }
  const [column = ''] = where.field
  return { ...where, field: column === creativeNameColumn ? [column] : ['assetData', column] }
}
