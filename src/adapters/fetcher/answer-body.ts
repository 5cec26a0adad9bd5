import { pipeline, type Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Refused, refusedBy } from './refused.ts'

/** The encodings that requests accept. */
export const acceptEncoding = 'gzip, deflate, br'

const decoder = (encoding: string | undefined) => {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip()
  if (encoding === 'deflate') return createInflate()
  return encoding === 'br' ? createBrotliDecompress() : undefined
}

/** Passes on at most `maxBytes`; every early end reaches the reader as Refused. */
const bounded = (maxBytes: number, timeoutMs: number): Transform => {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > maxBytes) done(new Refused('too-large', `the response exceeds ${maxBytes} bytes`))
      else done(null, chunk)
    },
    destroy(error, done) {
      done(error && refusedBy(error, timeoutMs))
    },
  })
}

type Bounds = { readonly maxBytes: number; readonly timeoutMs: number }

/**
 * The response body, decompressed according to its content-encoding (undefined: unchanged) and limited after
 * decompression, so that a small file cannot expand without bound. `unpacked`: whether the encoding was supported.
 */
export const answerBody = (raw: Readable, encoding: string | undefined, { maxBytes, timeoutMs }: Bounds) => {
  const unpack = decoder(encoding?.trim().toLowerCase())
  const body = bounded(maxBytes, timeoutMs)
  // an error of any stream destroys the last one, whose reader receives it
  pipeline((unpack ? [raw, unpack, body] : [raw, body]) as [Readable, Transform], () => undefined)
  return { body, unpacked: unpack !== undefined }
}
