import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { rejection } from '../../domain/shared/decider.ts'
import type { Check, EndcapContext } from '../context.ts'
import { refuse } from '../response/refuse.ts'
import { type Fault, faultsOf, tooLong } from './faults.ts'
import { fieldsOf } from './query.ts'

/** Refuses a request with its faults, at least one: as too large if all of them are. */
export const refuseFaults = (ctx: EndcapContext, faults: readonly Fault[]): never => {
  const first = faults[0]
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''
  const place = first?.pointer === '' ? 'the body' : first?.pointer
  const code = faults.every(fault => fault.code === tooLong) ? 'too-large' : 'invalid-request'
  return refuse(ctx, rejection(code, `${place} ${first?.detail}${more}`, { errors: faults }))
}

/** Decodes the path (HTTP-4). Pointers start with `/path`. */
export const decodePath =
  (params: t.Mixed): Check =>
  ctx => {
    const decoded = params.decode(ctx.params)
    if (E.isLeft(decoded)) return refuseFaults(ctx, faultsOf(decoded.left, '/path'))
    ctx.state.params = decoded.right
  }

/** Decodes query and body together, so that one response reports all errors. An absent body is read as `{}` (HTTP-8). */
export const decodeInput =
  ({ query, body }: { readonly query?: t.Mixed; readonly body?: t.Mixed }): Check =>
  ctx => {
    const { state, request } = ctx
    const decodedQuery = query?.decode(fieldsOf(ctx.querystring))
    const decodedBody = body?.decode(request.body === undefined ? {} : request.body)
    const faults = [
      ...(decodedQuery && E.isLeft(decodedQuery) ? faultsOf(decodedQuery.left, '/query') : []),
      ...(decodedBody && E.isLeft(decodedBody) ? faultsOf(decodedBody.left, '') : []),
    ]
    if (faults.length > 0) return refuseFaults(ctx, faults)
    state.query = decodedQuery && E.isRight(decodedQuery) ? decodedQuery.right : {}
    state.body = decodedBody && E.isRight(decodedBody) ? decodedBody.right : undefined
  }
