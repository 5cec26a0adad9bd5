import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { parse as parseForm } from 'node:querystring'
import { type Exchange, type Refusal, refusal, type Step } from '../exchange.ts'
import { isDeeperThan, maxDepth, parseJson } from './json.ts'

/** Bytes of a body when the operation names no bound of its own (decision 8). */
export const defaultMaxBytes = 1_048_576

const deep = refusal('json-too-deep', `The body is nested deeper than ${maxDepth} levels.`)
const malformed = refusal('malformed-json', 'The body is not JSON in UTF-8.')
const cut = refusal('malformed-json', 'The body ended before it was complete.')
export const tooLarge = (maxBytes: number): Refusal =>
  refusal('too-large', `The body is over ${maxBytes} bytes.`, { extra: { maxBytes } })
const unsupported = (wanted: string): Refusal =>
  refusal('unsupported-media-type', `Send the body as ${wanted}, without a content encoding.`)

/** Whether a request brings a body at all. */
const hasBody = (req: IncomingMessage): boolean =>
  req.headers['transfer-encoding'] !== undefined || (req.headers['content-length'] ?? '0') !== '0'

const isJson = /^application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset="?utf-8"?\s*)?$/i
const isForm = /^application\/x-www-form-urlencoded\b/i
const isMultipart = /^multipart\/form-data\s*;/i

/** The whole body; undefined when it is over `maxBytes`, null when the client went away. What is over is read and dropped, so that the client reads its 413. */
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

const parsed = (x: Exchange, bytes: Buffer): Refusal | undefined => {
  if (isDeeperThan(bytes, maxDepth)) return deep
  if (!isUtf8(bytes)) return malformed
  try {
    x.sentBody = parseJson(bytes.toString())
    return undefined
  } catch (error) {
    if (error instanceof SyntaxError) return malformed
    throw error
  }
}

/** True when there is a body and it is of the wanted kind; false when there is none; else the refusal. */
const accepts = (req: IncomingMessage, wanted: RegExp, name: string): boolean | Refusal => {
  if (!hasBody(req)) return false
  const encoding = req.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return unsupported(name)
  return wanted.test(req.headers['content-type'] ?? '') || unsupported(name)
}

/** Reads a body of one kind and hands its bytes on; 415 and 413 of decision 2. */
const reading =
  (wanted: RegExp, name: string, maxBytes: number, take: (x: Exchange, bytes: Buffer) => Refusal | undefined): Step =>
  x => {
    const accepted = accepts(x.ctx.req, wanted, name)
    if (accepted !== true) return accepted === false ? undefined : accepted
    return bytesOf(x.ctx.req, maxBytes).then(bytes => {
      if (bytes === undefined) return tooLarge(maxBytes)
      if (bytes === null) return cut
      return bytes.length === 0 ? undefined : take(x, bytes)
    })
  }

/** Reads a JSON body: at most `maxBytes`, 64 levels (decision 8). An absent one stays undefined. */
export const readJson = (maxBytes: number): Step => reading(isJson, 'application/json', maxBytes, parsed)

/** Reads an HTML form. A field that comes twice is an array. */
export const readForm = (maxBytes: number): Step =>
  reading(isForm, 'application/x-www-form-urlencoded', maxBytes, (x, bytes) => {
    x.sentBody = { ...parseForm(bytes.toString()) }
    return undefined
  })

/** Whether a multipart body is there to be read. */
export const acceptsMultipart = (req: IncomingMessage): boolean | Refusal =>
  accepts(req, isMultipart, 'multipart/form-data')
