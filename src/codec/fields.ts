import * as t from 'io-ts'
import { atOnce } from './at-once.ts'

/**
 * An object with required and optional fields. Unknown fields are dropped (HTTP-8), when decoding and when encoding.
 * An optional field may be absent but not null.
 */
export const fields = <R extends t.Props, O extends t.Props = Record<never, never>>(required: R, optional?: O) => {
  const codec = t.exact(t.intersection([t.type(required), t.partial(optional ?? ({} as O))]))
  return Object.assign(codec, { validate: atOnce(codec.validate, required, optional ?? {}) as typeof codec.validate })
}
