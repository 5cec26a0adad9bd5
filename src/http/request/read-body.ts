import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type Koa from 'koa'
import { binarySize } from '../../domain/shared/wording.ts'
import type { Admission } from '../admission/admission.ts'
import type { EndcapContext, EndcapMiddleware } from '../context.ts'
import { type Refusal, refusal, refuse } from '../response/refuse.ts'
import { bytesOf } from './body-bytes.ts'
import { refuseFaults } from './decode.ts'
import { isDeeperThan, maxDepth } from './json.ts'
import { faultsOfJson } from './json-faults.ts'
import { mostMembers, parsedInPortions } from './json-in-portions.ts'
import { fieldsOf } from './query.ts'

/** Maximum size of a body in bytes, unless the operation sets another (HTTP-20). */
export const defaultMaxBytes = 1_048_576

const deep = refusal('json-too-deep', `The body is nested deeper than ${maxDepth} levels.`)
const malformed = refusal('malformed-json', 'The body is not JSON in UTF-8.')
const manyMembers = refusal(
  'too-large',
  `A body over 1 MiB has at most ${mostMembers.toLocaleString('en-US')} members in each element of its lists, and as many outside of them.`,
)
const cut = refusal('malformed-json', 'The body ended before it was complete.')
export const tooLarge = (maxBytes: number): Refusal =>
  refusal('too-large', `The body is larger than ${binarySize(maxBytes)}.`, { extra: { maxBytes } })
const unsupported = (wanted: string): Refusal =>
  refusal('unsupported-media-type', `Send the body as ${wanted}, without a content encoding.`)

/** Whether a request has a body. */
const hasBody = (req: IncomingMessage): boolean =>
  req.headers['transfer-encoding'] !== undefined || (req.headers['content-length'] ?? '0') !== '0'

const isJson = /^application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset="?utf-8"?\s*)?$/i
const isForm = /^application\/x-www-form-urlencoded\b/i
const isMultipart = /^multipart\/form-data\s*;/i

/** What a body parser stores in `ctx.request.body`. */
type Body = Koa.Request['body']

const bom = Buffer.from('\ufeff')

/** The value of a JSON body and its faults; a byte order mark before it is skipped, as RFC 8259 allows. */
const read = (bytes: Buffer) => {
  const json = bytes.subarray(0, bom.length).equals(bom) ? bytes.subarray(bom.length) : bytes
  if (json.length > defaultMaxBytes) return parsedInPortions(json)
  try {
    const text = json.toString()
    const value: unknown = JSON.parse(text)
    return { value, faults: faultsOfJson(value, text) }
  } catch (error) {
    if (error instanceof SyntaxError) return 'malformed'
    throw error
  }
}

const parsed = async (ctx: EndcapContext, bytes: Buffer): Promise<Body> => {
  if (isDeeperThan(bytes, maxDepth)) return refuse(ctx, deep)
  if (!isUtf8(bytes)) return refuse(ctx, malformed)
  const done = await read(bytes)
  if (done === 'malformed') return refuse(ctx, malformed)
  if (done === 'too many members') return refuse(ctx, manyMembers)
  return done.faults.length > 0 ? refuseFaults(ctx, done.faults) : (done.value as Body)
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
    admission: Admission,
    parse: (ctx: EndcapContext, bytes: Buffer) => Body | Promise<Body>,
  ): EndcapMiddleware =>
  async (ctx, next) => {
    const accepted = accepts(ctx.req, wanted, name)
    if (accepted === false) return next()
    if (accepted !== true) return refuse(ctx, accepted)
    return admission.holding(ctx, async hold => {
      const bytes = await bytesOf(ctx.req, maxBytes, hold)
      if (bytes === 'no room') return admission.refuse(ctx)
      if (bytes === 'too large') return refuse(ctx, tooLarge(maxBytes))
      if (bytes === 'cut') return refuse(ctx, cut)
      if (bytes.length > 0) ctx.request.body = await parse(ctx, bytes)
      return next()
    })
  }

/** Reads a JSON body of at most `maxBytes` and 64 levels (HTTP-20). Without a body, `ctx.request.body` stays undefined. */
export const readJson = (maxBytes: number, admission: Admission): EndcapMiddleware =>
  reading(isJson, 'application/json', maxBytes, admission, parsed)

/** Reads an HTML form. A repeated field becomes an array. */
export const readForm = (maxBytes: number, admission: Admission): EndcapMiddleware =>
  reading(isForm, 'application/x-www-form-urlencoded', maxBytes, admission, (_, bytes) => fieldsOf(bytes.toString()))

/** Whether the request has a multipart body. */
export const acceptsMultipart = (req: IncomingMessage): boolean | Refusal =>
  accepts(req, isMultipart, 'multipart/form-data')
