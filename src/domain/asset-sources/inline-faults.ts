import * as E from 'fp-ts/lib/Either.js'
import { cut } from '../shared/cut.ts'
import { SourceColumn } from './row-set.ts'

/** A row as a request sends it: an object from column to value. */
export type Sent = Readonly<Record<string, unknown>>

export type Fault = { readonly pointer: string; readonly code: string; readonly detail: string }

/** Faults that one answer names: enough to see a pattern. */
export const mostFaults = 20

/** Characters of a name in a pointer: enough for that of any column. A name may be as large as the body. */
const mostOfName = 300

/** A member name, or the beginning of a very long one, as a step of a JSON pointer. */
export const step = (name: string): string =>
  (name.length > mostOfName ? cut(name, mostOfName) : name).replaceAll('~', '~0').replaceAll('/', '~1')

const isName = (name: string): boolean => E.isRight(SourceColumn.decode(name))

/** The columns of rows whose names no column may have, each at the first row that has it (SOURCE-11). */
export const faultsOfNames = (columns: readonly string[], data: readonly Sent[]): readonly Fault[] =>
  columns
    .filter(name => !isName(name))
    .slice(0, mostFaults)
    .map(name => ({
      pointer: `/data/${data.findIndex(row => Object.hasOwn(row, name))}/${step(name)}`,
      code: 'invalid',
      detail: 'must have a name of 1 to 255 characters, none of them a control character',
    }))
