import * as t from 'io-ts'
import { type Described, described } from './described.ts'
import { integer } from './integer.ts'

const number = integer(1)
/** Fifteen digits are a safe integer. */
const digits = /^[1-9]\d{0,14}$/

/** A whole number from 1 of a body, or its digits as text: answers of other operations give the id so. */
export const integerOrDigits: Described<number, number> = described(
  new t.Type<number, number, unknown>(
    number.name,
    number.is,
    (u, context) => number.validate(typeof u === 'string' && digits.test(u) ? Number(u) : u, context),
    t.identity,
  ),
  { anyOf: [number, { type: 'string', pattern: digits.source }] },
)
