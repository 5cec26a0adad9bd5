import { pipeline, type Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Refused, refusedBy } from './refused.ts'

/** The encodings that are asked for. */
export const acceptEncoding = 'gzip, deflate, br'

const decoder = (encoding: string | undefined) => {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip()
  if (encoding === 'deflate') return createInflate()
  return encoding === 'br' ? createBrotliDecompress() : undefined
}

/** Lets `maxBytes` through; whatever ends it early reaches the reader as Refused. */
const bounded = (maxBytes: number, timeoutMs: number): Transform => {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > maxBytes) done(new Refused('too-large', `the answer is over ${maxBytes} bytes`))
      else done(null, chunk)
    },
    destroy(error, done) {
      done(error && refusedBy(error, timeoutMs))
    },
  })
}

type Bounds = { readonly maxBytes: number; readonly timeoutMs: number }

/**
 * The bytes of an answer, unpacked as its content-encoding says (undefined: as they are) and bounded after unpacking, so
 * that a small file cannot become a huge one. `unpacked`: whether the encoding was one of ours.
 */
export const answerBody = (raw: Readable, encoding: string | undefined, { maxBytes, timeoutMs }: Bounds) => {
  const unpack = decoder(encoding?.trim().toLowerCase())
  const body = bounded(maxBytes, timeoutMs)
  // the error of any stream ends the last one, whose reader hears of it
  pipeline((unpack ? [raw, unpack, body] : [raw, body]) as [Readable, Transform], () => undefined)
  return { body, unpacked: unpack !== undefined }
}
