import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { KeyColumns } from './roles.ts'
import { RowSet } from './row-set.ts'

/** A load, and the columns that told its rows apart when they were read: those that the source had when it served them. */
export const ReadLoad = fields({ version: integer(1), set: RowSet, at: t.string, readBy: KeyColumns })
export type ReadLoad = t.TypeOf<typeof ReadLoad>
