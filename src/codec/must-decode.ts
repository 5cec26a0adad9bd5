import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'

/** Decodes data that Endcap itself stored; throws an error with the codec's name if it is invalid. */
export const mustDecode = <A>(codec: t.Type<A, unknown, unknown>, u: unknown): A => {
  const decoded = codec.decode(u)
  if (E.isLeft(decoded)) {
    const at = decoded.left[0]?.context.map(c => c.key).join('/')
    throw new Error(`stored data is not a ${codec.name}: ${at} ${decoded.left[0]?.message ?? ''}`)
  }
  return decoded.right
}
