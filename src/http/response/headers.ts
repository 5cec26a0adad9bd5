import type { Check } from '../context.ts'

/** Headers of every response. `position`: Endcap-Position of requests that wrote nothing (HTTP-24). */
export const commonHeaders =
  (position: () => string, isDraining: () => boolean): Check =>
  ({ state: { headers, traceId } }) => {
    headers['X-Content-Type-Options'] = 'nosniff'
    // a repeat of a POST has the one of the request that ran among its own (HTTP-30)
    headers['Endcap-Trace'] = traceId
    // set last: meanwhile the read models have advanced, and the node may have been asked to stop
    headers['Endcap-Position'] ??= position()
    if (isDraining()) headers.Connection = 'close'
  }
