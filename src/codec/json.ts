import * as t from 'io-ts'
import { checked, type Described, described, type Schema } from './described.ts'
import type { Bounded } from './text.ts'

/** An array of at most `max` items. */
export const listOf = <C extends t.Mixed>(item: C, max = 10_000, min = 0) => {
  const items = t.array(item)
  return described(
    new t.Type<t.TypeOf<C>[], t.OutputOf<C>[]>(
      `Array<${item.name}>`,
      (u): u is t.TypeOf<C>[] => Array.isArray(u) && u.every(item.is),
      (u, context) => {
        if (!Array.isArray(u)) return t.failure(u, context, 'must be an array')
        if (u.length > max) return t.failure(u, context, `must have at most ${max} items`)
        if (u.length < min) return t.failure(u, context, `must have at least ${min} item${min === 1 ? '' : 's'}`)
        return items.validate(u, context)
      },
      a => a.map(item.encode),
    ),
    { type: 'array', items: item as unknown as Schema, maxItems: max, ...(min > 0 ? { minItems: min } : {}) },
  )
}

/** An array that is too large, 413, with more than `max` items (HTTP-20). */
export const boundedList = <C extends t.Mixed>(item: C, max: number, min = 0) =>
  Object.assign(listOf(item, max, min), { mostLength: max } satisfies Bounded)

/** A JSON object of any content, at most `maxBytes` when serialised (CREATIVE-6). */
export const openObject = (maxBytes = 65_536): Described<Readonly<Record<string, unknown>>> =>
  checked(
    'object',
    (u): u is Readonly<Record<string, unknown>> => typeof u === 'object' && u !== null && !Array.isArray(u),
    u => {
      if (typeof u !== 'object' || u === null || Array.isArray(u)) return 'must be an object'
      return Buffer.byteLength(JSON.stringify(u)) > maxBytes ? `must be at most ${maxBytes} bytes as JSON` : undefined
    },
    { type: 'object', additionalProperties: true },
  )
