import { Readable } from 'node:stream'
import parseRange from 'range-parser'
import type { RawReply } from '../../engine/operation.ts'
import type { EndcapContext } from '../context.ts'
import { unchanged } from './conditional.ts'
import type { HttpResponse } from './http-response.ts'

type Range = { readonly start: number; readonly end: number }

/** The single range of a Range header, end included; undefined: send the whole file; `none`: the range lies outside the file. */
export const rangeOf = (header: string, length: number): Range | 'none' | undefined => {
  // not a range if no file, however long, could satisfy it: 3-2
  if (!/^bytes=[\d-]+$/.test(header) || typeof parseRange(Number.POSITIVE_INFINITY, header) === 'number')
    return undefined
  // a suffix longer than the file is the whole of it (RFC 9110, 14.1.2); range-parser 1.3.0 would treat it as outside
  const shortened = header.replace(/=-(\d+)$/, (_, suffix) => `=-${Math.min(Number(suffix), length)}`)
  const ranges = parseRange(length, shortened)
  return typeof ranges === 'number' ? 'none' : ranges[0]
}

/**
 * Sends part of a file, as video players request it (RFC 9110, 14). Several ranges, other units, and If-Range with another
 * version get the whole file.
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
