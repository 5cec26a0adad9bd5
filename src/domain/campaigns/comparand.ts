import * as t from 'io-ts'
import { type Described, described } from '../../codec/described.ts'
import { text } from '../../codec/text.ts'
import type { SignalOperator } from './data-signal.ts'

/**
 * A value that a signal is compared with. null: a number beyond the range of JSON, such as 1e999. Earlier releases accepted
 * those and the log has null in their place, which equals nothing and is neither less nor greater than anything.
 */
export type SignalValue = string | number | boolean | null
export type Comparand = SignalValue | readonly SignalValue[]

const maxValues = 1_000

const Sent = t.union([text({ max: 1_024 }), t.refinement(t.number, Number.isFinite, 'finite number'), t.boolean])
const Stored = t.union([Sent, t.null])

const comparandOf = (isScalar: t.Is<SignalValue>): Described<Comparand> =>
  described(
    new t.Type<Comparand>(
      'value of a signal',
      (u): u is Comparand => isScalar(u) || (Array.isArray(u) && u.every(isScalar)),
      (u, context) => {
        if (!Array.isArray(u))
          return isScalar(u)
            ? t.success(u)
            : t.failure(u, context, 'must be a string, a number, a boolean, or a list of those')
        if (u.length === 0 || u.length > maxValues) return t.failure(u, context, `must have 1 to ${maxValues} values`)
        return u.every(isScalar)
          ? t.success(u)
          : t.failure(u, context, 'must contain only strings, numbers and booleans')
      },
      t.identity,
    ),
    { oneOf: [{ type: ['string', 'number', 'boolean'] }, { type: 'array', minItems: 1, maxItems: maxValues }] },
  )

/** The value, or the 1 to 1,000 values, of a leaf in a request. */
export const SentComparand = comparandOf(Sent.is)
/** The same as the log may have it, with null. */
export const StoredComparand = comparandOf(Stored.is)

/** Why a value does not fit an operator; undefined if it does. */
export const misfit = (operator: SignalOperator, value: Comparand): string | undefined => {
  const wantsList = operator === 'IN' || operator === 'NOT_IN'
  if (wantsList !== Array.isArray(value))
    return wantsList ? `must be a list for ${operator}` : `must be a single value for ${operator}`
  const wantsNumber = operator === 'LESS_THAN' || operator === 'GREATER_THAN'
  return wantsNumber && value !== null && typeof value !== 'number' ? `must be a number for ${operator}` : undefined
}
