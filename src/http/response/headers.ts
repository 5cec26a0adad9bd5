import type { EndcapMiddleware } from '../context.ts'

/** Headers of every response. `position`: Endcap-Position of requests that wrote nothing (HTTP-24). */
export const commonHeaders = (position: () => string, isDraining: () => boolean): EndcapMiddleware =>
  async function commonHeaders({ res }, next) {
    res.setHeader('X-Content-Type-Options', 'nosniff')
    await next()
    // set last: meanwhile the read models have advanced, and the node may have been asked to stop
    if (!res.hasHeader('Endcap-Position')) res.setHeader('Endcap-Position', position())
    if (isDraining()) res.setHeader('Connection', 'close')
  }
