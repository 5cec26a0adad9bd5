import type { Readable } from 'node:stream'
import type { EndcapContext } from '../context.ts'

/** A response as a value, so that it can be stored for repeated requests. Text is sent unchanged; a stream is piped. */
export type HttpResponse = {
  readonly status: number
  readonly body: string | Buffer | Readable
  /** Empty: no content. */
  readonly contentType: string
  readonly length?: number
  readonly headers: Readonly<Record<string, string>>
}

/** Passes a response to Koa. Bypasses Koa's `set` for headers, as it creates several lists for each (ADR 0025). */
export const respond = (ctx: EndcapContext, { status, body, contentType, length, headers }: HttpResponse): void => {
  const { res } = ctx
  for (const name in headers) res.setHeader(name, headers[name]!)
  if (contentType === '') {
    ctx.body = null
    ctx.status = status
    return
  }
  ctx.status = status
  res.setHeader('Content-Type', contentType)
  ctx.body = body
  if (length !== undefined) ctx.length = length
}
