import * as t from 'io-ts'
import { type Described, described } from '../../codec/described.ts'
import { text } from '../../codec/text.ts'
import type { SignalOperator } from './data-signal.ts'

/** A value that a signal is compared with. */
export type SignalValue = string | number | boolean
export type Comparand = SignalValue | readonly SignalValue[]

const maxValues = 1_000

const Scalar = t.union([text({ max: 1_024 }), t.refinement(t.number, Number.isFinite, 'finite number'), t.boolean])

/** The value, or the 1 to 1,000 values, of a leaf. */
export const Comparand: Described<Comparand> = described(
  new t.Type<Comparand>(
    'value of a signal',
    (u): u is Comparand => Scalar.is(u) || (Array.isArray(u) && u.every(Scalar.is)),
    (u, context) => {
      if (!Array.isArray(u))
        return Scalar.is(u)
          ? t.success(u)
          : t.failure(u, context, 'must be a string, a number, a boolean, or a list of those')
      if (u.length === 0 || u.length > maxValues) return t.failure(u, context, `must have 1 to ${maxValues} values`)
      return u.every(Scalar.is)
        ? t.success(u)
        : t.failure(u, context, 'must contain only strings, numbers and booleans')
    },
    t.identity,
  ),
  { oneOf: [{ type: ['string', 'number', 'boolean'] }, { type: 'array', minItems: 1, maxItems: maxValues }] },
)

/** Why a value does not fit an operator; undefined if it does. */
export const misfit = (operator: SignalOperator, value: Comparand): string | undefined => {
  const wantsList = operator === 'IN' || operator === 'NOT_IN'
  if (wantsList !== Array.isArray(value))
    return wantsList ? `must be a list for ${operator}` : `must be a single value for ${operator}`
  const wantsNumber = operator === 'LESS_THAN' || operator === 'GREATER_THAN'
  return wantsNumber && typeof value !== 'number' ? `must be a number for ${operator}` : undefined
}
