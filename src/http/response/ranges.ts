import { Readable } from 'node:stream'
import parseRange from 'range-parser'
import type { RawReply } from '../../engine/operation.ts'
import type { EndcapContext } from '../context.ts'
import { unchanged } from './conditional.ts'
import type { HttpResponse } from './http-response.ts'

type Range = { readonly start: number; readonly end: number }

/** The one range of a Range header, end included; undefined when the whole is to be sent, `none` when it lies outside. */
export const rangeOf = (header: string, length: number): Range | 'none' | undefined => {
  // what fits into no file, however long, is no range: 3-2
  if (!/^bytes=[\d-]+$/.test(header) || typeof parseRange(Number.POSITIVE_INFINITY, header) === 'number')
    return undefined
  // a suffix longer than the file is the whole of it (RFC 9110, 14.1.2); range-parser 1.3.0 would have it lie outside
  const shortened = header.replace(/=-(\d+)$/, (_, suffix) => `=-${Math.min(Number(suffix), length)}`)
  const ranges = parseRange(length, shortened)
  return typeof ranges === 'number' ? 'none' : ranges[0]
}

/**
 * A file that can be sent in part, as players of videos ask for it (RFC 9110, 14). Several ranges at once, other units, and
 * If-Range with another version get the whole.
 */
export const inPart = async (ctx: EndcapContext, reply: RawReply, response: HttpResponse): Promise<HttpResponse> => {
  const { part, length } = reply
  if (part === undefined || length === undefined) return response
  const whole = { ...response, headers: { ...response.headers, 'Accept-Ranges': 'bytes' } }
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = ctx.req.headers
  const etag = response.headers.ETag ?? ''
  if (range === undefined || ctx.method !== 'GET' || (ifRange !== undefined && ifRange !== etag)) return whole
  if (ifNoneMatch !== undefined && unchanged(ifNoneMatch, etag)) return whole
  const wanted = rangeOf(range, length)
  if (wanted === undefined) return whole
  if (response.body instanceof Readable) response.body.destroy()
  if (wanted === 'none') {
    const headers = { 'Content-Range': `bytes */${length}`, 'Cache-Control': 'no-store' }
    return { status: 416, body: '', contentType: '', headers }
  }
  const { start, end } = wanted
  const headers = { ...whole.headers, 'Content-Range': `bytes ${start}-${end}/${length}` }
  return { ...whole, status: 206, headers, length: end - start + 1, body: await part(wanted) }
}
