import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { text } from '../../codec/text.ts'

/** The name of a column of an asset source. */
export const SourceColumn = text({ min: 1, max: 255 })

/** Maximum columns of an asset source, and bytes of a cell (HTTP-20). */
export const mostColumns = 500
export const mostCellBytes = 65_536
/** Bytes of a row as JSON: a page has room for some rows, however long they are. */
export const mostRowBytes = 1_048_576

/**
 * The rows of one load. They are in a blob (ADR 0048), so that neither the log nor the views grow with them. `digest` identifies the rows
 * whatever compressed them; `bytes` is the size of the blob. `products`: the hash of what a campaign shows of them, if they are few enough, by the
 * column that has their keys (ADR 0154).
 */
export const RowSet = fields(
  {
    blob: t.string,
    bytes: integer(0),
    digest: t.string,
    rows: integer(0),
    columns: listOf(t.string, mostColumns),
  },
  { products: fields({ keyColumn: t.string, hash: t.string }) },
)
export type RowSet = t.TypeOf<typeof RowSet>

/** A row set that an asset source serves or served; versions count from 1. */
export const Load = fields({ version: integer(1), set: RowSet, at: t.string })
export type Load = t.TypeOf<typeof Load>
