import { checked, type Described } from './described.ts'

/** A whole number within bounds, always a safe integer. */
export const integer = (min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): Described<number> =>
  checked(
    'integer',
    (u): u is number => Number.isSafeInteger(u),
    u => {
      if (typeof u !== 'number' || !Number.isSafeInteger(u)) return 'must be a whole number'
      if (u < min || u > max) return `must be between ${min} and ${max}`
      return undefined
    },
    { type: 'integer', minimum: min, maximum: max },
  )
