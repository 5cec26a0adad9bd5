import type { EndcapMiddleware } from '../context.ts'

/** Headers of every response. `position`: Endcap-Position where nothing was written (HTTP-24). */
export const commonHeaders = (position: () => string, isDraining: () => boolean): EndcapMiddleware =>
  async function commonHeaders({ res }, next) {
    res.setHeader('X-Content-Type-Options', 'nosniff')
    await next()
    // said last: what the read models reflect has moved meanwhile, and the node may have been told to stop
    if (!res.hasHeader('Endcap-Position')) res.setHeader('Endcap-Position', position())
    if (isDraining()) res.setHeader('Connection', 'close')
  }
