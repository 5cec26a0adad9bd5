import * as t from 'io-ts'
import { type Described, described } from './described.ts'

/** A codec, or null. Unlike an io-ts union, this reports the codec's own errors for an invalid value. */
export const orNull = <A>(codec: Described<A, unknown>): Described<A | null, unknown> =>
  described(
    new t.Type<A | null, unknown>(
      `${codec.name} or null`,
      (u): u is A | null => u === null || codec.is(u),
      (u, context) => (u === null ? t.success(null) : codec.validate(u, context)),
      t.identity,
    ),
    { anyOf: [codec, { type: 'null' }] },
  )
