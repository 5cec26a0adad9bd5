import * as t from 'io-ts'
import { described } from './described.ts'

/** An integer as text in a path or query: `\d{1,18}`, a safe integer (HTTP-4). */
export const IntegerText = described(
  new t.Type<number, string>(
    'integer in text',
    (u): u is number => Number.isSafeInteger(u),
    (u, context) =>
      typeof u === 'string' && /^\d{1,18}$/.test(u) && Number.isSafeInteger(Number(u))
        ? t.success(Number(u))
        : t.failure(u, context, 'must be a whole number of at most 18 digits, below 2^53'),
    String,
  ),
  { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
)

/** An integer as text in a query, between these bounds. */
export const integerText = (least: number, most: number) => {
  const isWithin = (u: unknown): u is number => Number.isSafeInteger(u) && Number(u) >= least && Number(u) <= most
  return described(
    new t.Type<number, string>(
      'bounded integer in text',
      isWithin,
      (u, context) =>
        typeof u === 'string' && /^\d{1,18}$/.test(u) && isWithin(Number(u))
          ? t.success(Number(u))
          : t.failure(u, context, `must be a whole number from ${least} to ${most}`),
      String,
    ),
    { type: 'integer', minimum: least, maximum: most },
  )
}

/** `true` or `false` in a query. */
export const BooleanText = described(
  new t.Type<boolean, string>(
    'boolean in text',
    t.boolean.is,
    (u, context) =>
      u === 'true' || u === 'false' ? t.success(u === 'true') : t.failure(u, context, 'must be true or false'),
    String,
  ),
  { type: 'boolean' },
)
