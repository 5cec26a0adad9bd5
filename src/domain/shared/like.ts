import { textSearch } from './text-search.ts'

/** A segment of a pattern between two `%`. `wild`: it contains `_`. */
type Segment = { readonly text: string; readonly points: readonly number[]; readonly wild: boolean }

const underscore = 0x5f

// The Greek final sigma depends on its place in the word, not on case.
const folded = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

const segmentOf = (text: string): Segment => ({
  text,
  points: Array.from(text, c => c.codePointAt(0)!),
  wild: text.includes('_'),
})

const width = (point: number): number => (point > 0xffff ? 2 : 1)

/** The end of the segment if it matches at `at`, else -1. */
const endOf = ({ text: literal, points, wild }: Segment, text: string, at: number): number => {
  if (!wild) return text.startsWith(literal, at) ? at + literal.length : -1
  let here = at
  for (const point of points) {
    const found = text.codePointAt(here)
    if (found === undefined || (point !== underscore && point !== found)) return -1
    here += width(found)
  }
  return here
}

/** The start of the last `count` characters of the text; -1 if there are fewer. */
const startOfLast = (text: string, count: number): number => {
  let at = text.length
  for (let n = 0; n < count; n++) {
    if (at === 0) return -1
    at -= at > 1 && width(text.codePointAt(at - 2)!) === 2 ? 2 : 1
  }
  return at
}

type Search = (text: string, from: number) => number

/**
 * The end of the first occurrence of a segment at or after `from`, by the shift-and algorithm over words of 31 bits: the time
 * is bounded by text length times number of words, even for repetitive texts and segments.
 */
const shiftAnd = ({ points }: Segment): Search => {
  const words = Math.ceil(points.length / 31)
  const bits = (test: (point: number) => boolean) => {
    const mask = new Int32Array(words)
    points.forEach((point, i) => {
      if (test(point)) mask[Math.floor(i / 31)]! |= 1 << (i % 31)
    })
    return mask
  }
  const other = bits(point => point === underscore)
  const masks = new Map(points.map(p => [p, bits(point => point === underscore || point === p)]))
  const final = 1 << ((points.length - 1) % 31)
  return (text, from) => {
    const state = new Int32Array(words)
    for (let at = from; at < text.length; ) {
      const point = text.codePointAt(at)!
      const mask = masks.get(point) ?? other
      let carry = 1
      for (let w = 0; w < words; w++) {
        const shifted = (state[w]! << 1) | carry
        carry = (state[w]! >>> 30) & 1
        state[w] = shifted & 0x7fffffff & mask[w]!
      }
      at += width(point)
      if (state[words - 1]! & final) return at
    }
    return -1
  }
}

const search = (segment: Segment): Search => {
  if (segment.wild) return shiftAnd(segment)
  const find = textSearch(segment.text)
  return (text, from) => {
    const at = find(text, from)
    return at < 0 ? -1 : at + segment.text.length
  }
}

/**
 * The filter operator `like` (HTTP-16): case-insensitive; `%` matches any characters, `_` any single one, everything else
 * itself; a pattern without `%` must match the whole text. Each segment between two `%` is searched once, leftmost first,
 * without backtracking, so the time is linear in the length of the text.
 */
export const likeMatcher = (pattern: string): ((text: string) => boolean) => {
  const segments = folded(pattern).split('%').map(segmentOf)
  const first = segments[0]!
  const last = segments[segments.length - 1]!
  const middle = segments
    .slice(1, -1)
    .filter(segment => segment.text !== '')
    .map(search)
  return value => {
    const text = folded(value)
    let at = endOf(first, text, 0)
    if (segments.length === 1) return at === text.length
    for (const next of middle) {
      if (at < 0) return false
      at = next(text, at)
    }
    if (at < 0) return false
    const tail = startOfLast(text, last.points.length)
    return tail >= at && endOf(last, text, tail) === text.length
  }
}
