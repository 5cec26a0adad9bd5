import { Readable } from 'node:stream'
import type { Check } from '../context.ts'

/** Bytes of a piece. */
const pieceBytes = 65_536

function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += pieceBytes) yield body.subarray(at, at + pieceBytes)
}

/**
 * Sends long answers in pieces, so that the progress of a slow client shows (HTTP-27): of one long write nothing shows before
 * all of it was taken.
 */
export const inPieces: Check = ctx => {
  const { body } = ctx
  if ((typeof body !== 'string' && !Buffer.isBuffer(body)) || body.length <= pieceBytes) return
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  ctx.body = Readable.from(piecesOf(bytes), { objectMode: false, highWaterMark: pieceBytes })
  ctx.length = bytes.length
}
