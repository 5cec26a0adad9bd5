import type { IncomingMessage } from 'node:http'
import type { Hold } from '../admission/bytes-in-flight.ts'

/** Within this time, in milliseconds, a body usually has arrived. A slow client holds no room for what it may send later. */
const expectedWithin = 5_000
/** Smaller bodies arrive at once. */
const smallBody = 65_536

/** Why there is no body: it is larger than allowed, the client disconnected, or the node has no room for it. */
export type NoBody = 'too large' | 'cut' | 'no room'

/**
 * The whole body, at most `maxBytes`, if the node has room for it. The excess of a refused body is read and discarded, so
 * that the client gets its answer. `slowMs`: after this time a body holds room only for what has arrived.
 */
export const bytesOf = (
  req: IncomingMessage,
  maxBytes: number,
  hold: Hold,
  slowMs = expectedWithin,
): Promise<Buffer | NoBody> => {
  // the client hung up while its key was checked: no further event would end the wait
  if (req.closed) return Promise.resolve('cut')
  const declared = Number(req.headers['content-length'] ?? 0)
  const refused = declared > maxBytes ? 'too large' : hold.resize(declared) ? undefined : 'no room'
  if (refused !== undefined) {
    req.resume()
    return Promise.resolve(refused)
  }
  return new Promise(resolve => {
    let chunks: Buffer[] = []
    let size = 0
    let reserved = declared
    let done = false
    const reserve = (bytes: number): boolean => {
      reserved = bytes
      return hold.resize(bytes)
    }
    const slow = declared > smallBody ? setTimeout(() => reserve(size), slowMs) : undefined
    const end = (body: Buffer | NoBody): void => {
      done = true
      chunks = []
      clearTimeout(slow)
      resolve(body)
    }
    req.on('data', (chunk: Buffer) => {
      if (done) return
      size += chunk.length
      if (size > maxBytes) return end('too large')
      if (size > reserved && !reserve(size)) return end('no room')
      chunks.push(chunk)
    })
    req.on('end', () => end(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    req.on('error', () => end('cut'))
    req.on('close', () => end('cut'))
  })
}
