import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { noteBytes } from '../files/passing-bytes.ts'
import { NotFetched } from './fault.ts'

/** How long a transfer is waited for, in milliseconds. A byte now and then would otherwise hold a place of other accounts for ever. */
export type Patience = {
  /** Until its first byte can be read: connection, login and headers. */
  readonly beginMs: number
  /** Without a byte. */
  readonly idleMs: number
  /** Without another MiB. */
  readonly slowMs: number
  /** For all of it. */
  readonly allMs: number
}
export const usualPatience: Patience = { beginMs: 60_000, idleMs: 60_000, slowMs: 300_000, allMs: 2 * 3_600_000 }

const mebibyte = 1_048_576

/** Aborts with NotFetched at the first of several ends; `arrived` puts them off. */
const lateness = ({ idleMs, slowMs, allMs }: Patience) => {
  const late = new AbortController()
  const end = (ms: number, what: string) =>
    setTimeout(() => late.abort(new NotFetched('timeout', `The server sent ${what} ${ms / 1_000} s.`)), ms)
  const idle = end(idleMs, 'nothing for')
  const slow = end(slowMs, 'less than 1 MiB in')
  const all = end(allMs, 'only a part of the feed in')
  let mark = mebibyte
  return {
    signal: late.signal,
    /** `bytes`: in all so far. */
    arrived(bytes: number): void {
      idle.refresh()
      if (bytes < mark) return
      slow.refresh()
      mark = bytes + mebibyte
    },
    stop: () => [idle, slow, all].forEach(clearTimeout),
  }
}

export type Written = { readonly bytes: number; readonly cut: boolean }

/**
 * Writes a stream to a file, at most `mostBytes` of it; the rest is not read. Throws NotFetched when it takes longer than `patience`
 * allows, and whatever the stream ends with.
 */
export const toFile = async (
  body: Readable,
  path: string,
  mostBytes: number,
  patience: Patience,
  signal?: AbortSignal,
): Promise<Written> => {
  let bytes = 0
  let cut = false
  const late = lateness(patience)
  async function* bounded(): AsyncGenerator<Buffer> {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const room = mostBytes - bytes
      if (chunk.length > room) {
        cut = true
        bytes += room
        if (room > 0) yield chunk.subarray(0, room)
        return
      }
      bytes += chunk.length
      late.arrived(bytes)
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
    throw late.signal.aborted ? late.signal.reason : error
  } finally {
    late.stop()
    ends.removeEventListener('abort', stop)
    body.destroy()
  }
}
