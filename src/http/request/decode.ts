import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { rejection } from '../../domain/shared/decider.ts'
import type { Exchange, Refusal } from '../exchange.ts'
import { type Fault, faultsOf } from './faults.ts'

const refusalOf = (faults: readonly Fault[]): Refusal => {
  const first = faults[0]
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''
  const place = first?.pointer === '' ? 'the body' : first?.pointer
  return rejection('invalid-request', `${place} ${first?.detail}${more}`, { errors: faults })
}

/** Decodes the path (decision 11). Pointers start with `/path`. */
export const decodePath = (x: Exchange): Refusal | undefined => {
  const { names, row } = x.route!
  const sent: Record<string, string> = {}
  for (let i = 0; i < names.length; i++) sent[names[i]!] = x.pathValues[i]!
  const decoded = (row.operation.params as t.Mixed).decode(sent)
  if (E.isLeft(decoded)) return refusalOf(faultsOf(decoded.left, '/path'))
  x.params = decoded.right
  return undefined
}

/** Decodes query and body together, so that one answer tells all faults. A body that is absent is read as `{}` (decision 3). */
export const decodeInput = (x: Exchange): Refusal | undefined => {
  const { query, body } = x.route!.row.operation as { query?: t.Mixed; body?: t.Mixed }
  const decodedQuery = query?.decode(x.query)
  const decodedBody = body?.decode(x.sentBody === undefined ? {} : x.sentBody)
  const faults = [
    ...(decodedQuery && E.isLeft(decodedQuery) ? faultsOf(decodedQuery.left, '/query') : []),
    ...(decodedBody && E.isLeft(decodedBody) ? faultsOf(decodedBody.left, '') : []),
  ]
  if (faults.length > 0) return refusalOf(faults)
  x.input = {
    query: decodedQuery && E.isRight(decodedQuery) ? decodedQuery.right : {},
    body: decodedBody && E.isRight(decodedBody) ? decodedBody.right : undefined,
  }
  return undefined
}
