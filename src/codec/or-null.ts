import * as t from 'io-ts'
import { about, type Described, described } from './described.ts'

/** A codec, or null. Unlike an io-ts union, this reports the codec's own errors for an invalid value. */
export const orNull = <A>(codec: t.Type<A, unknown>): Described<A | null, unknown> => {
  const type = new t.Type<A | null, unknown>(
    `${codec.name} or null`,
    (u): u is A | null => u === null || codec.is(u),
    (u, context) => (u === null ? t.success(null) : codec.validate(u, context)),
    t.identity,
  )
  // a wrapper as io-ts has them, so that errors are worded and placed as those of the codec
  return described(Object.assign(type, { _tag: 'ReadonlyType', type: codec }), { anyOf: [codec, { type: 'null' }] })
}

/** The codec of a setting in an update, where null clears the setting; its description says so. */
export const clearable = <A>(
  codec: Described<A, unknown> & { readonly about?: string },
): Described<A | null, unknown> => about(orNull(codec), `${codec.about ?? ''} null clears it.`)
