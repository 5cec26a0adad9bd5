import { rejection } from '../domain/shared/decider.ts'
import type { EndcapMiddleware } from './context.ts'
import { type Refusal, refuse } from './response/refuse.ts'

const draining: Refusal = { ...rejection('draining', 'The node is stopping.'), headers: { 'Retry-After': '1' } }

/** Closes connections after their response while the node drains. */
export const closeWhileDraining =
  (isDraining: () => boolean): EndcapMiddleware =>
  async (ctx, next) => {
    await next()
    if (isDraining()) ctx.set('Connection', 'close')
  }

/** Takes no new requests while the node drains: 503. */
export const refuseWhileDraining =
  (isDraining: () => boolean): EndcapMiddleware =>
  (ctx, next) =>
    isDraining() ? refuse(ctx, draining) : next()
