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

type Bounds = {
  readonly maxBytes: number
  readonly timeoutMs: number
  /** Bytes of the body as it is sent; undefined if the server does not say. */
  readonly announced?: number | undefined
}

/** Passes on at most `maxBytes`; every early end reaches the reader as Refused. */
const bounded = (raw: Readable, { maxBytes, timeoutMs, announced = 0 }: Bounds): Transform => {
  let [seen, received] = [0, 0]
  raw.on('data', (chunk: Buffer) => {
    received += chunk.length
  })
  const refused = (error: Error): Refused => {
    const { code, message } = refusedBy(error, timeoutMs)
    const isCutOff = code === 'unreachable' && error === raw.errored && received < announced
    return new Refused(code, isCutOff ? `the server sent ${received} of ${announced} bytes` : message)
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > maxBytes) done(new Refused('too-large', `the response exceeds ${maxBytes} bytes`))
      else done(null, chunk)
    },
    destroy(error, done) {
      done(error && refused(error))
    },
  })
}

/**
 * The response body, decompressed according to its content-encoding (undefined: unchanged) and limited after
 * decompression, so that a small file cannot expand without bound. `unpacked`: whether the encoding was supported.
 */
export const answerBody = (raw: Readable, encoding: string | undefined, bounds: Bounds) => {
  const unpack = decoder(encoding?.trim().toLowerCase())
  const body = bounded(raw, bounds)
  // an error of any stream destroys the last one, whose reader receives it
  pipeline((unpack ? [raw, unpack, body] : [raw, body]) as [Readable, Transform], () => undefined)
  return { body, unpacked: unpack !== undefined }
}
