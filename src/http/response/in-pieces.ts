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
  const { response } = ctx.state
  if (response === undefined || response.body instanceof Readable || response.body.length <= pieceBytes) return
  const bytes = typeof response.body === 'string' ? Buffer.from(response.body) : response.body
  const body = Readable.from(piecesOf(bytes), { objectMode: false, highWaterMark: pieceBytes })
  ctx.state.response = { ...response, body, length: bytes.length }
}
