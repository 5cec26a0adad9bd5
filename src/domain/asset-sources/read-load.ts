import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { KeyColumns } from './roles.ts'
import { RowSet } from './row-set.ts'

/** A load, and the key columns that its rows were read by: those that the source had when it began to serve them (ADR 0144). */
export const ReadLoad = fields({ version: integer(1), set: RowSet, at: t.string, readBy: KeyColumns })
export type ReadLoad = t.TypeOf<typeof ReadLoad>
