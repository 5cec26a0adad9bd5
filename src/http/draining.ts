import type { EndcapMiddleware } from './context.ts'
import { type Refusal, refusal, refuse } from './response/refuse.ts'

const draining: Refusal = { ...refusal('draining', 'The node is stopping.'), headers: { 'Retry-After': '1' } }

/** Takes no new requests while the node drains: 503. */
export const refuseWhileDraining = (isDraining: () => boolean): EndcapMiddleware =>
  function refuseWhileDraining(ctx, next) {
    return isDraining() ? refuse(ctx, draining) : next()
  }
