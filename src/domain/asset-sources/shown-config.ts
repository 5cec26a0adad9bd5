import * as t from 'io-ts'
import { about, named } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { type FeedConfig, feedConfigFields } from './feed-format.ts'
import { SourceColumn } from './row-set.ts'

/** The configuration of a feed as processFeed answers it: every member, empty or false where the feed has none (SOURCE-4). */
export const ShownConfig = named(
  'FeedConfig',
  fields({
    ...feedConfigFields,
    csvColumns: about(t.record(SourceColumn, integer(0)), 'Column to its number in a CSV, from 0.'),
  }),
)
export type ShownConfig = t.TypeOf<typeof ShownConfig>

const none: ShownConfig = {
  ...{ rootIsObject: false, rootIsArray: false, oneRowPerObject: false, rowXPath: '', xpathMap: {} },
  ...{ csvColumns: {}, memPerRow: 0, estRowsPerChunk: 0, cdp: false, fileId: '', cdpXpathMap: {} },
}

export const shownConfig = ({ csvColumns = {}, ...config }: FeedConfig): ShownConfig => ({
  ...none,
  ...config,
  csvColumns: Array.isArray(csvColumns) ? {} : csvColumns,
})
