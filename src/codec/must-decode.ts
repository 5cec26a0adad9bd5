import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'

/** Decodes what is known to be right (our own stored data); throws with the codec's name when it is not. */
export const mustDecode = <A>(codec: t.Type<A, unknown, unknown>, u: unknown): A => {
  const decoded = codec.decode(u)
  if (E.isLeft(decoded)) {
    const at = decoded.left[0]?.context.map(c => c.key).join('/')
    throw new Error(`stored data is not a ${codec.name}: ${at} ${decoded.left[0]?.message ?? ''}`)
  }
  return decoded.right
}
