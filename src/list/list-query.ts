import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type Described, described } from '../codec/described.ts'
import type { Sort, Where } from '../ports/read-models.ts'
import { type FilterFields, parseFilters } from './filters.ts'
import type { FieldExceptions, ItemFields } from './item-fields.ts'

/** What the query of a list may contain (HTTP-14, HTTP-15, HTTP-17). */
export type ListOptions = {
  /** Of the items of answers: its fields are those that `fields` and `filters` may name. */
  readonly item: t.Mixed
  /** How documents keep single fields, where filters need to know more than the codec says. */
  readonly filters?: FieldExceptions
  /** Where documents keep the fields of the items; default: at the top. */
  readonly under?: readonly string[]
  readonly sort: Sort
  /** The member of the answer and the parameter that lead to the page before; default: only `previous`. */
  readonly previous?: string
  /** Whether callers may reverse the order with `order=descending`. */
  readonly reversible?: boolean
  /** The default of `limit`: 100, or 25 for media channels. */
  readonly defaultLimit?: number
}

/** A list's query, decoded. */
export type ListQuery = {
  readonly limit: number
  readonly offset: number
  readonly filters: readonly Where[]
  /** undefined: all fields. */
  readonly select: readonly string[] | undefined
  /** The page token of `next`, else of `previous`; takes precedence over offset. */
  readonly token: string | undefined
  /** Set if the order is reversed. */
  readonly reversed?: true
}

const maxLimit = 500
const maxOffset = 999_999_999_999_999

type Sent = Readonly<Record<string, unknown>>
const isSent = (u: unknown): u is Sent => typeof u === 'object' && u !== null
type Fault = { readonly name: string; readonly detail: string }

const whole = (sent: Sent, name: string, otherwise: number, min: number, max: number): number | Fault => {
  const value = sent[name]
  if (value === undefined) return otherwise
  if (Array.isArray(value)) return { name, detail: 'must be given once' }
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
  return number >= min && number <= max ? number : { name, detail: `must be a whole number from ${min} to ${max}` }
}

const selection = (sent: Sent, known: readonly string[]): readonly string[] | undefined | Fault => {
  const value = sent.fields
  if (value === undefined || value === '') return undefined
  const names = (Array.isArray(value) ? value : [value]).flatMap(v => String(v).split(',')).map(name => name.trim())
  return known.includes('*') || names.every(name => known.includes(name))
    ? names
    : { name: 'fields', detail: `names an unknown field; the items have ${known.join(', ')}` }
}

const filtersOf = (sent: Sent, filterable: FilterFields): readonly Where[] | Fault => {
  const parsed = parseFilters(sent.filters as string | readonly string[] | undefined, filterable)
  return E.isLeft(parsed) ? { name: 'filters', detail: parsed.left } : parsed.right
}

const tokenOf = (sent: Sent, { previous = 'previous' }: ListOptions): string | undefined | Fault => {
  const token = sent.next || sent[previous] || sent.previous || undefined
  return token === undefined || typeof token === 'string' ? token : { name: 'next', detail: 'must be given once' }
}

const orders = ['ascending', 'descending'] as const

const reversedOf = (sent: Sent, options: ListOptions): { readonly reversed?: true } | Fault => {
  const value = options.reversible ? sent.order : undefined
  if (value === undefined || value === '' || value === 'ascending') return {}
  return value === 'descending' ? { reversed: true } : { name: 'order', detail: `must be one of ${orders.join(', ')}` }
}

const isFault = (value: unknown): value is Fault => typeof value === 'object' && value !== null && 'detail' in value

const schemaFor = (options: ListOptions, { selectable: known, filterable }: ItemFields) => ({
  type: 'object',
  properties: {
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: maxLimit,
      default: options.defaultLimit ?? 100,
      description: 'Maximum number of items on the page.',
    },
    offset: {
      type: 'integer',
      minimum: 0,
      maximum: maxOffset,
      default: 0,
      description: 'Items to skip; ignored if a page token is given.',
    },
    filters: {
      type: 'string',
      description: `Parts \`Field(Operator)Value\`, separated by commas and combined with AND; or the parameter repeated, one part each. Operators: = <> < > <= >= like in. Fields: ${Object.keys(filterable).join(', ') || 'none'}.`,
    },
    fields: {
      type: 'array',
      items: { type: 'string', ...(known.includes('*') ? {} : { enum: known }) },
      description: 'Names of the fields to return, separated by commas; default: all.',
    },
    ...(options.reversible
      ? { order: { type: 'string', enum: orders, default: 'ascending', description: 'Descending: newest first.' } }
      : {}),
    next: { type: 'string', description: 'The `next` token of a response.' },
    previous: { type: 'string', description: `The \`${options.previous ?? 'previous'}\` token of a response.` },
    ...(options.previous === undefined
      ? {}
      : { [options.previous]: { type: 'string', description: 'The same as `previous`.' } }),
  },
})

/** The codec of a list's query. Each fault is reported under its parameter. */
export const listCodec = (options: ListOptions, known: ItemFields): Described<ListQuery, unknown> => {
  const validate: t.Validate<unknown, ListQuery> = (u, context) => {
    const sent = isSent(u) ? u : {}
    const limit = whole(sent, 'limit', options.defaultLimit ?? 100, 1, maxLimit)
    const offset = whole(sent, 'offset', 0, 0, maxOffset)
    const filters = filtersOf(sent, known.filterable)
    const select = selection(sent, known.selectable)
    const token = tokenOf(sent, options)
    const reversed = reversedOf(sent, options)
    const faults = [limit, offset, filters, select, token, reversed].filter(isFault)
    if (faults.length > 0)
      return t.failures(
        faults.map(({ name, detail }) => ({
          value: sent[name],
          context: t.appendContext(context, name, t.unknown),
          message: detail,
        })),
      )
    return t.success({ limit, offset, filters, select, token, ...reversed } as ListQuery)
  }
  const is = (u: unknown): u is ListQuery => typeof u === 'object' && u !== null && 'limit' in u
  return described(new t.Type<ListQuery, unknown>('list query', is, validate, t.identity), schemaFor(options, known))
}
