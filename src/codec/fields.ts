import * as t from 'io-ts'

/**
 * An object with required and optional fields. Unknown fields drop out (decision 3), on the way in and on the way out.
 * An optional field may be absent, not null.
 */
export const fields = <R extends t.Props, O extends t.Props = Record<never, never>>(required: R, optional?: O) =>
  t.exact(t.intersection([t.type(required), t.partial(optional ?? ({} as O))]))
