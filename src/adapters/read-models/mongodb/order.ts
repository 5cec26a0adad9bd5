import type { Key } from '../../../ports/read-models.ts'
import { plain } from './fields.ts'

type Value = string | number | null

// UTF-16 puts the characters beyond U+FFFF, whose halves are D800 to DFFF, before U+E000; UTF-8 and the server don't.
const rank = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit)

/** Compares two texts by their UTF-8 bytes, as the server does. */
export const compareText = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x !== y) return rank(x) - rank(y)
  }
  return a.length - b.length
}

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
