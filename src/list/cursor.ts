import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import type { Key } from '../ports/read-models.ts'
import type { Secrets } from '../ports/secrets.ts'

/** Whether the page is after the key (`next`) or before it (`previous`). */
export type Direction = 'after' | 'before'
export type Cursor = { readonly direction: Direction; readonly key: Key }

const Payload = t.tuple([
  t.union([t.literal('after'), t.literal('before')]),
  t.union([t.string, t.number, t.boolean, t.null]),
  t.string,
  t.number,
])

const purpose = 'list-cursor'
const day = 24 * 3_600_000

type Signing = Pick<Secrets, 'sign' | 'verify'>

/** The signature also covers the list that the cursor is valid for, which the token does not contain. */
const signedText = (payload: string, list: string): string => `${payload}\n${list}`

/**
 * An opaque page token (HTTP-17): the key where the page starts, the time of issue, and a signature over both and over
 * `list`, a text that identifies the list's filters, sort and scope.
 */
export const cursorOf = (cursor: Cursor, list: string, secrets: Signing, now: Date): string => {
  const { direction, key } = cursor
  const payload = Buffer.from(JSON.stringify([direction, key.value, key.id, now.getTime()])).toString('base64url')
  return `${payload}.${secrets.sign(purpose, signedText(payload, list))}`
}

const invalid = (detail: string): E.Either<Rejection, never> => E.left(rejection('invalid-cursor', detail))

/** Reads a page token. Refuses tokens that are forged, from another list or other filters, or older than 24 h. */
export const readCursor = (token: string, list: string, secrets: Signing, now: Date): E.Either<Rejection, Cursor> => {
  const dot = token.indexOf('.')
  const payload = token.slice(0, Math.max(dot, 0))
  if (dot < 1 || !secrets.verify(purpose, signedText(payload, list), token.slice(dot + 1)))
    return invalid('The page token does not belong to this list and these filters.')
  // the signature is ours, so it is valid JSON
  const decoded = Payload.decode(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  if (E.isLeft(decoded)) return invalid('The page token was issued by another release.')
  const [direction, value, id, at] = decoded.right
  if (now.getTime() - at >= day) return invalid('The page token is older than 24 hours.')
  return E.right({ direction, key: { value, id } })
}
