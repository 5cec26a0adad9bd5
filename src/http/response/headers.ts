import type { Check } from '../context.ts'

/** Headers of every response. `position`: Endcap-Position of requests that wrote nothing (HTTP-24). */
export const commonHeaders =
  (position: () => string, isDraining: () => boolean): Check =>
  ({ res, state }) => {
    res.setHeader('X-Content-Type-Options', 'nosniff')
    // a repeat of a POST has the one of the request that ran (HTTP-30)
    if (!res.hasHeader('Endcap-Trace')) res.setHeader('Endcap-Trace', state.traceId)
    // set last: meanwhile the read models have advanced, and the node may have been asked to stop
    if (!res.hasHeader('Endcap-Position')) res.setHeader('Endcap-Position', position())
    if (isDraining()) res.setHeader('Connection', 'close')
  }
