import * as t from 'io-ts'
import { named } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { type FeedConfig, feedConfigFields } from './feed-format.ts'

const orNull = <C extends t.Mixed>(codec: C) => t.union([codec, t.null])
const { rootIsObject, rowXPath, xpathMap, csvColumns, memPerRow, estRowsPerChunk } = feedConfigFields
const { oneRowPerObject, rootIsArray, cdp, fileId, cdpXpathMap } = feedConfigFields

/** The configuration of a feed as processFeed answers it: with every member, null where the format has none (SOURCE-4). */
export const ShownConfig = named(
  'FeedConfig',
  fields({
    rootIsObject: orNull(rootIsObject),
    rowXPath: orNull(rowXPath),
    xpathMap: orNull(xpathMap),
    csvColumns: orNull(csvColumns),
    memPerRow: orNull(memPerRow),
    estRowsPerChunk: orNull(estRowsPerChunk),
    oneRowPerObject: orNull(oneRowPerObject),
    rootIsArray: orNull(rootIsArray),
    cdp: orNull(cdp),
    fileId: orNull(fileId),
    cdpXpathMap: orNull(cdpXpathMap),
  }),
)
export type ShownConfig = t.TypeOf<typeof ShownConfig>

const none: ShownConfig = {
  ...{ rootIsObject: null, rootIsArray: null, oneRowPerObject: null, rowXPath: null, xpathMap: null },
  ...{ csvColumns: null, memPerRow: null, estRowsPerChunk: null, cdp: null, fileId: null, cdpXpathMap: null },
}

export const shownConfig = (config: FeedConfig): ShownConfig => ({ ...none, ...config })
