import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { parse as parseForm } from 'node:querystring'
import type Koa from 'koa'
import type { EndcapContext, EndcapMiddleware } from '../context.ts'
import { type Refusal, refusal, refuse } from '../response/refuse.ts'
import { isDeeperThan, maxDepth, parseJson } from './json.ts'

/** Maximum size of a body in bytes, unless the operation sets another (HTTP-20). */
export const defaultMaxBytes = 1_048_576

const deep = refusal('json-too-deep', `The body is nested deeper than ${maxDepth} levels.`)
const malformed = refusal('malformed-json', 'The body is not JSON in UTF-8.')
const cut = refusal('malformed-json', 'The body ended before it was complete.')
export const tooLarge = (maxBytes: number): Refusal =>
  refusal('too-large', `The body is larger than ${maxBytes} bytes.`, { extra: { maxBytes } })
const unsupported = (wanted: string): Refusal =>
  refusal('unsupported-media-type', `Send the body as ${wanted}, without a content encoding.`)

/** Whether a request has a body. */
const hasBody = (req: IncomingMessage): boolean =>
  req.headers['transfer-encoding'] !== undefined || (req.headers['content-length'] ?? '0') !== '0'

const isJson = /^application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset="?utf-8"?\s*)?$/i
const isForm = /^application\/x-www-form-urlencoded\b/i
const isMultipart = /^multipart\/form-data\s*;/i

/**
 * The whole body; undefined if it is larger than `maxBytes`, null if the client disconnected. The excess is read and discarded,
 * so that the client gets its 413.
 */
const bytesOf = (req: IncomingMessage, maxBytes: number): Promise<Buffer | undefined | null> => {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) {
    req.resume()
    return Promise.resolve(undefined)
  }
  return new Promise(resolve => {
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else {
        chunks.length = 0
        resolve(undefined)
      }
    })
    req.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    req.on('error', () => resolve(null))
    req.on('close', () => resolve(null))
  })
}

/** What a body parser stores in `ctx.request.body`. */
type Body = Koa.Request['body']

const parsed = (ctx: EndcapContext, bytes: Buffer): Body => {
  if (isDeeperThan(bytes, maxDepth)) return refuse(ctx, deep)
  if (!isUtf8(bytes)) return refuse(ctx, malformed)
  try {
    return parseJson(bytes.toString()) as Body
  } catch (error) {
    if (error instanceof SyntaxError) return refuse(ctx, malformed)
    throw error
  }
}

/** True if there is a body of the wanted type, false if there is no body, else the refusal. */
const accepts = (req: IncomingMessage, wanted: RegExp, name: string): boolean | Refusal => {
  if (!hasBody(req)) return false
  const encoding = req.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return unsupported(name)
  return wanted.test(req.headers['content-type'] ?? '') || unsupported(name)
}

/** Reads a body of one type into `ctx.request.body`; refuses with 415 and 413 (HTTP-12). */
const reading =
  (
    wanted: RegExp,
    name: string,
    maxBytes: number,
    parse: (ctx: EndcapContext, bytes: Buffer) => Body,
  ): EndcapMiddleware =>
  async (ctx, next) => {
    const accepted = accepts(ctx.req, wanted, name)
    if (accepted === false) return next()
    if (accepted !== true) return refuse(ctx, accepted)
    const bytes = await bytesOf(ctx.req, maxBytes)
    if (bytes === undefined) return refuse(ctx, tooLarge(maxBytes))
    if (bytes === null) return refuse(ctx, cut)
    if (bytes.length > 0) ctx.request.body = parse(ctx, bytes)
    return next()
  }

/** Reads a JSON body of at most `maxBytes` and 64 levels (HTTP-20). Without a body, `ctx.request.body` stays undefined. */
export const readJson = (maxBytes: number): EndcapMiddleware => reading(isJson, 'application/json', maxBytes, parsed)

/** Reads an HTML form. A repeated field becomes an array. */
export const readForm = (maxBytes: number): EndcapMiddleware =>
  reading(isForm, 'application/x-www-form-urlencoded', maxBytes, (_, bytes) => ({
    ...(parseForm(bytes.toString()) as Record<string, string | string[]>),
  }))

/** Whether the request has a multipart body. */
export const acceptsMultipart = (req: IncomingMessage): boolean | Refusal =>
  accepts(req, isMultipart, 'multipart/form-data')
