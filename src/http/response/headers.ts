import type { EndcapMiddleware } from '../context.ts'

/** Headers of every response. `position`: Endcap-Position where nothing was written (decision 14). */
export const commonHeaders =
  (position: () => string): EndcapMiddleware =>
  async (ctx, next) => {
    await next()
    ctx.set('X-Content-Type-Options', 'nosniff')
    if (!ctx.res.hasHeader('Endcap-Position')) ctx.set('Endcap-Position', position())
  }
