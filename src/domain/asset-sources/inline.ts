import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { about, type Described, described } from '../../codec/described.ts'
import { boundedList } from '../../codec/json.ts'
import { Name } from '../../codec/names.ts'
import { text } from '../../codec/text.ts'
import { type Rejection, rejection } from '../shared/decider.ts'
import { type Fault, faultsOfNames, mostFaults, type Sent, step } from './inline-faults.ts'
import { type ColumnRole, lacking, mustExist, RolesBody } from './roles.ts'
import { mostCellBytes, mostColumns, SourceColumn } from './row-set.ts'

/** Bytes of the body of an inline source, and its rows (HTTP-20). */
export const mostInlineBytes = 10 * 1_048_576
export const mostInlineRows = 100_000

const isObject = (u: unknown): u is Sent => typeof u === 'object' && u !== null && !Array.isArray(u)

/** A row as a request sends it: an object from column to value. Its cells are checked with the columns. */
const SentRow: Described<Sent> = described(
  new t.Type<Sent>(
    'row',
    isObject,
    (u, context) => (isObject(u) ? t.success(u) : t.failure(u, context, 'must be an object')),
    t.identity,
  ),
  {
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
    description: 'Column to value. Numbers and booleans become text; null and absent columns become an empty text.',
  },
)

/** The body of createInline and updateInline (SOURCE-11), besides what createInline requires. */
export const inlineBody = {
  ...RolesBody,
  assetSourceName: about(Name, 'The name of the asset source.'),
  assetKeyColumn: about(SourceColumn, 'The column whose value identifies a row.'),
  columnNames: about(boundedList(SourceColumn, mostColumns, 1), 'The columns, in order; default: those of the rows.'),
  contentType: about(text({ max: 64 }), 'Accepted and not stored.'),
  data: about(boundedList(SentRow, mostInlineRows), 'The rows, at most 100,000.'),
} as const

/** The columns of rows: as named, else in the order in which rows have them. */
const columnsOf = (columnNames: readonly string[] | undefined, data: readonly Sent[]): readonly string[] =>
  columnNames ?? [...firstColumns(data)]

/** The columns that rows have, and one more than they may have if there are too many. */
const firstColumns = (data: readonly Sent[]): ReadonlySet<string> => {
  const columns = new Set<string>()
  for (const row of data)
    for (const name in row) {
      columns.add(name)
      if (columns.size > mostColumns) return columns
    }
  return columns
}

const cellOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && !value.includes('\u0000') ? value : undefined
}

const cellFault = (cell: string | undefined, pointer: string): Fault | undefined => {
  if (cell === undefined) return { pointer, code: 'invalid', detail: 'must be a text, a number, a boolean or null' }
  if (cell.length > mostCellBytes || Buffer.byteLength(cell) > mostCellBytes)
    return { pointer, code: 'too-large', detail: `must have at most ${mostCellBytes} bytes` }
  return undefined
}

/** The first faults of a row: it may have as many members as fit into a body. */
const faultsOfRow = (row: Sent, at: number, columns: ReadonlySet<string>, key: string): Fault[] => {
  const faults: Fault[] = []
  for (const [name, value] of Object.entries(row)) {
    if (faults.length >= mostFaults) return faults
    const pointer = `/data/${at}/${step(name)}`
    const fault = columns.has(name)
      ? cellFault(cellOf(value), pointer)
      : { pointer, code: 'unknown-column', detail: 'is not among columnNames' }
    if (fault) faults.push(fault)
  }
  if (!cellOf(row[key]))
    faults.push({ pointer: `/data/${at}/${step(key)}`, code: 'required', detail: 'must have a key' })
  return faults
}

/** The texts that the rows of a source differ by: key and variant. */
const identityOf = (row: Sent, roles: InlineRoles): string =>
  JSON.stringify([
    cellOf(row[roles.assetKeyColumn]),
    cellOf(roles.assetVariantColumn ? row[roles.assetVariantColumn] : ''),
  ])

type InlineRoles = { readonly [Role in ColumnRole]?: string | undefined } & { readonly assetKeyColumn: string }

/** The faults that say that something is larger than it may be. */
const ofSize = new Set(['too-large', 'too-many'])

/** Rows that are only too large are 413 (HTTP-20); what has other faults, too, is 400. */
const refused = (faults: readonly Fault[]): E.Either<Rejection, never> => {
  const [first] = faults
  const more =
    faults.length === mostFaults ? ' (and perhaps more)' : faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''
  const code = faults.every(fault => ofSize.has(fault.code)) ? 'too-large' : 'invalid-request'
  return E.left(rejection(code, `${first?.pointer} ${first?.detail}${more}`, { errors: faults }))
}

/** The rows of an inline source, each made when it is taken. */
export type InlineRows = { readonly columns: readonly string[]; readonly rows: Iterable<readonly string[]> }

/** Rows that name a few of many columns each are few bytes in a body, but all their cells at once would be gigabytes. */
function* rowsOf(columns: readonly string[], data: readonly Sent[]): Generator<readonly string[]> {
  const places = new Map(columns.map((column, place) => [column, place]))
  for (const row of data) {
    const cells = new Array<string>(columns.length).fill('')
    for (const name in row) {
      const place = places.get(name)
      if (place !== undefined) cells[place] = cellOf(row[name]) ?? ''
    }
    yield cells
  }
}

/**
 * The rows of an inline source, checked: known columns, roles of columns that exist, cells of text, a key in each row, and no two rows with the same key and
 * variant (SOURCE-11). Refuses with the first twenty faults.
 */
export const inlineRows = (
  { columnNames, data }: { readonly columnNames?: readonly string[] | undefined; readonly data: readonly Sent[] },
  roles: InlineRoles,
): E.Either<Rejection, InlineRows> => {
  const columns = columnsOf(columnNames, data)
  const known = new Set(columns)
  const faults: Fault[] = []
  if (known.size < columns.length)
    faults.push({ pointer: '/columnNames', code: 'duplicate', detail: 'must not name a column twice' })
  // no row is looked at then: there may be a hundred thousand
  if (columns.length > mostColumns)
    return refused([
      ...faults,
      { pointer: '/data', code: 'too-many', detail: `must have at most ${mostColumns} columns` },
    ])
  if (columnNames === undefined) faults.push(...faultsOfNames(columns, data))
  // otherwise every row would lack a key; rows without any column do
  if (data.length > 0 && known.size > 0 && !known.has(roles.assetKeyColumn)) {
    const detail = mustExist(roles.assetKeyColumn, columns)
    return refused([...faults, { pointer: '/assetKeyColumn', code: 'unknown-column', detail }])
  }
  const seen = new Set<string>()
  for (let at = 0; at < data.length && faults.length < mostFaults; at++) {
    const row = data[at]!
    faults.push(...faultsOfRow(row, at, known, roles.assetKeyColumn))
    const identity = identityOf(row, roles)
    if (seen.has(identity))
      faults.push({ pointer: `/data/${at}`, code: 'duplicate', detail: 'has the key and variant of an earlier row' })
    seen.add(identity)
  }
  if (faults.length > 0) return refused(faults.slice(0, mostFaults))
  // here, because rows that are refused later are already stored
  const unknown = lacking(roles, columns)
  if (unknown) return E.left(unknown)
  return E.right({ columns, rows: rowsOf(columns, data) })
}
