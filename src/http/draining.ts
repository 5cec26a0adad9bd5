import type { Check } from './context.ts'
import { type Refusal, refusal, refuse } from './response/refuse.ts'

const draining: Refusal = { ...refusal('draining', 'The node is stopping.'), headers: { 'Retry-After': '1' } }

/** Refuses new requests with 503 while the node drains. */
export const refuseWhileDraining =
  (isDraining: () => boolean): Check =>
  ctx => {
    if (isDraining()) refuse(ctx, draining)
  }
