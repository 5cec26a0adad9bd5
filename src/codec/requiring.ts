import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'

type Sent = Readonly<Record<string, unknown>>
/** Names of members that are missing, each with why it is required: `must be sent with url`. */
export type Missing = Readonly<Record<string, string>>

/**
 * A codec of `fields` in which a member is required because of others: what `missing` finds is reported with all other faults. It changes
 * the codec that it is given.
 */
export const requiring = <C extends t.Mixed>(codec: C, missing: (sent: Sent) => Missing): C => {
  const { validate } = codec
  const withMissing: typeof validate = (u, context) => {
    const read = validate(u, context)
    const found = t.UnknownRecord.is(u) ? Object.entries(missing(u)) : []
    if (found.length === 0) return read
    // `fields` is an intersection, whose members have a place of their own in the context
    const inside = t.appendContext(context, '0', t.UnknownRecord)
    const errors = found.map(([name, required]) => ({
      value: undefined,
      context: t.appendContext(inside, name, Object.assign(new t.UnknownType(), { required })),
    }))
    return t.failures([...(E.isLeft(read) ? read.left : []), ...errors])
  }
  return Object.assign(codec, { validate: withMissing })
}
