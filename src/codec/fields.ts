import * as t from 'io-ts'
import { atOnce } from './at-once.ts'
import { namesOrNone, withoutNulls } from './or-none.ts'

/**
 * An object with required and optional fields. Unknown fields are dropped (HTTP-8), when decoding and when encoding.
 * An optional field may be absent but not null, unless it is `orNone`.
 */
export const fields = <R extends t.Props, O extends t.Props = Record<never, never>>(required: R, optional?: O) => {
  const codec = t.exact(t.intersection([t.type(required), t.partial(optional ?? ({} as O))]))
  const validate = atOnce(codec.validate, required, optional ?? {}) as typeof codec.validate
  const names = namesOrNone(optional ?? {})
  if (names.length === 0) return Object.assign(codec, { validate })
  const withNulls: typeof codec.validate = (u, context) => validate(withoutNulls(u, names), context)
  return Object.assign(codec, { validate: withNulls })
}
