import { finished, type Readable, Transform } from 'node:stream'
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

/** Passes on at most `maxBytes`. */
const bounded = (maxBytes: number): Transform => {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > maxBytes) done(new Refused('too-large', `the response exceeds ${maxBytes} bytes`))
      else done(null, chunk)
    },
  })
}

/**
 * The response body, decompressed according to its content-encoding (undefined: unchanged) and limited after
 * decompression, so that a small file cannot expand without bound. Every early end reaches the reader as Refused.
 * `unpacked`: whether the encoding was supported.
 */
export const answerBody = (raw: Readable, encoding: string | undefined, bounds: Bounds) => {
  const { maxBytes, timeoutMs, announced = 0 } = bounds
  const unpack = decoder(encoding?.trim().toLowerCase())
  const body = bounded(maxBytes)
  let received = 0
  raw.on('data', (chunk: Buffer) => {
    received += chunk.length
  })
  // not by pipeline, which destroys the body with the error of another stream: whoever reads it later gets that one
  finished(raw, error => {
    if (!error) return
    const refused = refusedBy(error, timeoutMs)
    const isCutOff = refused.code === 'unreachable' && received < announced
    body.destroy(isCutOff ? new Refused('unreachable', `the server sent ${received} of ${announced} bytes`) : refused)
  })
  if (unpack) finished(unpack, error => void (error && body.destroy(refusedBy(error, timeoutMs))))
  body.once('close', () => {
    raw.destroy()
    unpack?.destroy()
  })
  ;(unpack ? raw.pipe(unpack) : raw).pipe(body)
  return { body, unpacked: unpack !== undefined }
}
