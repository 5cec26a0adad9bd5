import { Readable } from 'node:stream'
import type { Answer, Exchange } from '../exchange.ts'
import { unchanged } from './conditional.ts'

/** GET with If-None-Match that names the ETag of the answer: 304. */
const isUnchanged = (x: Exchange, answer: Answer): boolean => {
  const asked = x.ctx.req.headers['if-none-match']
  const etag = answer.headers.ETag
  return asked !== undefined && etag !== undefined && answer.status === 200 && isRead(x) && unchanged(asked, etag)
}

const isRead = (x: Exchange): boolean => x.method === 'GET' || x.method === 'HEAD'

const sendStream = (
  x: Exchange,
  answer: Answer & { readonly body: Readable },
  headers: Record<string, string>,
): void => {
  if (answer.length !== undefined) headers['Content-Length'] = String(answer.length)
  x.ctx.status = answer.status
  x.ctx.set(headers)
  // Koa pipes, and destroys the stream when the client goes away
  x.ctx.body = answer.body
  if (x.method === 'HEAD') answer.body.destroy()
}

/**
 * Sends the answer. Texts and buffers are written in one go past Koa's response object, which costs as much as the rest of a
 * small request together; streams are Koa's.
 */
export const send = (x: Exchange, answer: Answer, position: string, draining: boolean): number => {
  const empty = answer.status === 204 || isUnchanged(x, answer)
  const status = empty && answer.status !== 204 ? 304 : answer.status
  const headers = x.headers
  for (const name in answer.headers) headers[name] = answer.headers[name]!
  headers['X-Content-Type-Options'] = 'nosniff'
  headers['Endcap-Position'] ??= position
  if (draining) headers.Connection = 'close'
  if (!empty && answer.contentType !== '') headers['Content-Type'] = answer.contentType
  const { body } = answer
  if (body instanceof Readable) {
    if (!empty) {
      sendStream(x, { ...answer, body }, headers)
      return status
    }
    body.destroy()
  }
  x.ctx.respond = false
  const { res } = x.ctx
  if (empty) res.writeHead(status, headers).end()
  else {
    headers['Content-Length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : (body as Buffer).length)
    res.writeHead(status, headers)
    if (x.method === 'HEAD') res.end()
    else res.end(body)
  }
  return status
}
