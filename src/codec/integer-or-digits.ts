import * as t from 'io-ts'
import { type Described, described } from './described.ts'
import { integer } from './integer.ts'

/** A whole number of a body, or its digits as text: answers of other operations give the id so. */
export const integerOrDigits = (min: number, max = Number.MAX_SAFE_INTEGER): Described<number, number> => {
  const number = integer(min, max)
  return described(
    new t.Type<number, number, unknown>(
      number.name,
      number.is,
      (u, context) => number.validate(typeof u === 'string' && /^\d{1,16}$/.test(u) ? Number(u) : u, context),
      t.identity,
    ),
    { anyOf: [number, { type: 'string', pattern: '^\\d{1,16}$' }] },
  )
}
