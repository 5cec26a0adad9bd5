import { compareText } from '../../../domain/shared/text-order.ts'
import type { Key } from '../../../ports/read-models.ts'
import { plain } from './fields.ts'

type Value = string | number | null

const kind = (value: Value): number => (value === null ? 0 : typeof value === 'number' ? 1 : 2)

/** Order: null, numbers, text. */
export const compareValues = (a: Value, b: Value): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  return kind(a) - kind(b)
}

/** The order of an ascending list: by value, then by id. */
export const compareKeys = (a: Key, b: Key): number =>
  compareValues(plain(a.value), plain(b.value)) || compareText(a.id, b.id)
