import { hash } from 'node:crypto'

/** 32-bit words that stand for a key: of five million keys two have the same ones by chance in one of 10^15 feeds. */
const words = 3
/** Of the places at most so many are taken, so that a search is short. */
const mostTaken = 0.7
const leastPlaces = 1_024

/**
 * Keys that were seen. Five million have to fit beside everything else, so of each only a hash is kept, outside the heap: 12 bytes, where a
 * text in a set takes about a hundred.
 */
export const keySet = () => {
  let places = leastPlaces
  let table = new Uint32Array(places * words)
  let taken = 0

  /** Puts a hash, which is never all zeros, into a table; false: it is there. */
  const put = (into: Uint32Array, size: number, a: number, b: number, c: number): boolean => {
    for (let place = a % size; ; place = (place + 1) % size) {
      const at = place * words
      if (into[at] === a && into[at + 1] === b && into[at + 2] === c) return false
      if ((into[at]! | into[at + 1]! | into[at + 2]!) !== 0) continue
      into[at] = a
      into[at + 1] = b
      into[at + 2] = c
      return true
    }
  }
  const grow = (): void => {
    const larger = new Uint32Array(2 * places * words)
    for (let at = 0; at < table.length; at += words) {
      const [a, b, c] = [table[at]!, table[at + 1]!, table[at + 2]!]
      if ((a | b | c) !== 0) put(larger, 2 * places, a, b, c)
    }
    places *= 2
    table = larger
  }
  return {
    /** Adds a key; false: it was added before. */
    add(key: string): boolean {
      if (taken >= places * mostTaken) grow()
      const digest = hash('sha256', key, 'buffer')
      // one bit is always set, so that a hash differs from an empty place
      const isNew = put(
        table,
        places,
        digest.readUInt32LE(0),
        digest.readUInt32LE(4),
        (digest.readUInt32LE(8) | 1) >>> 0,
      )
      if (isNew) taken++
      return isNew
    },
  }
}
