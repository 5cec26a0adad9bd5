import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { noteBytes } from '../files/passing-bytes.ts'
import { NotFetched } from './fault.ts'

/** Milliseconds without a byte. */
const idleMs = 60_000

export type Written = { readonly bytes: number; readonly cut: boolean }

/**
 * Writes a stream to a file, at most `mostBytes` of it; the rest is not read. Throws NotFetched when nothing arrives for a minute, and
 * whatever the stream ends with.
 */
export const toFile = async (
  body: Readable,
  path: string,
  mostBytes: number,
  signal?: AbortSignal,
): Promise<Written> => {
  let bytes = 0
  let cut = false
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), idleMs)
  async function* bounded(): AsyncGenerator<Buffer> {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      timer.refresh()
      const room = mostBytes - bytes
      if (chunk.length > room) {
        cut = true
        bytes += room
        if (room > 0) yield chunk.subarray(0, room)
        return
      }
      bytes += chunk.length
      noteBytes(chunk.length)
      yield chunk
    }
  }
  const ends = signal ? AbortSignal.any([late.signal, signal]) : late.signal
  // a stream that waits for its server notices the end only when it is destroyed
  const stop = () => void body.destroy()
  ends.addEventListener('abort', stop, { once: true })
  try {
    await pipeline(Readable.from(bounded(), { objectMode: false }), createWriteStream(path), { signal: ends })
    return { bytes, cut }
  } catch (error) {
    if (late.signal.aborted) throw new NotFetched('timeout', `The server sent nothing for ${idleMs / 1_000} s.`)
    throw error
  } finally {
    clearTimeout(timer)
    ends.removeEventListener('abort', stop)
    body.destroy()
  }
}
