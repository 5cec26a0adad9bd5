import type { Readable } from 'node:stream'
import type { EndcapContext } from '../context.ts'

/** A response as a value, so that it can be kept for a repeat. A text is sent as it is; a stream is piped. */
export type HttpResponse = {
  readonly status: number
  readonly body: string | Buffer | Readable
  /** Empty: no content. */
  readonly contentType: string
  readonly length?: number
  readonly headers: Readonly<Record<string, string>>
}

/** Hands a response to Koa. */
export const respond = (ctx: EndcapContext, { status, body, contentType, length, headers }: HttpResponse): void => {
  ctx.set(headers)
  if (contentType === '') {
    ctx.body = null
    ctx.status = status
    return
  }
  ctx.status = status
  ctx.set('Content-Type', contentType)
  ctx.body = body
  if (length !== undefined) ctx.length = length
}
