import { hash } from 'node:crypto'

/** 32-bit words that stand for a key: of five million keys two have the same ones by chance in one of 10^15 feeds. */
const words = 3
/** Of the places at most so many are taken, so that a search is short. */
const mostTaken = 0.7
const leastPlaces = 64
const growth = 1.5
/** Parts of the set, each of which grows by itself: while the set grows, only one part is there twice. */
const parts = 64

/** Hashes that were seen, which are never all zeros. */
const hashTable = () => {
  let places = leastPlaces
  let table = new Uint32Array(places * words)
  let taken = 0

  /** Puts a hash into the table; false: it is there. */
  const put = (a: number, b: number, c: number): boolean => {
    for (let place = a % places; ; place = (place + 1) % places) {
      const at = place * words
      if (table[at] === a && table[at + 1] === b && table[at + 2] === c) return false
      if ((table[at]! | table[at + 1]! | table[at + 2]!) !== 0) continue
      table[at] = a
      table[at + 1] = b
      table[at + 2] = c
      return true
    }
  }
  const grow = (): void => {
    const before = table
    places = Math.ceil(growth * places)
    table = new Uint32Array(places * words)
    for (let at = 0; at < before.length; at += words) {
      const [a, b, c] = [before[at]!, before[at + 1]!, before[at + 2]!]
      if ((a | b | c) !== 0) put(a, b, c)
    }
    // frees its memory now; the collector would let many of them wait
    before.buffer.transfer(0)
  }
  return {
    /** Adds a hash; false: it was added before. */
    add(a: number, b: number, c: number): boolean {
      if (taken >= places * mostTaken) grow()
      const isNew = put(a, b, c)
      if (isNew) taken++
      return isNew
    },
  }
}

/** A word of a digest whose characters are its bytes. */
const wordIn = (digest: string, word: number): number => {
  const at = 4 * word
  const high = (digest.charCodeAt(at) << 8) | digest.charCodeAt(at + 1)
  const low = (digest.charCodeAt(at + 2) << 8) | digest.charCodeAt(at + 3)
  return ((high << 16) | low) >>> 0
}

/**
 * Keys that were seen. Five million have to fit beside everything else, so of each only a hash is kept, outside the heap: 12 bytes, where a
 * text in a set takes about a hundred.
 */
export const keySet = () => {
  const tables = Array.from({ length: parts }, hashTable)
  return {
    /** Adds a key; false: it was added before. */
    add(key: string): boolean {
      // as a text, because each buffer would wait outside the heap for the collector
      const digest = hash('sha256', key, 'binary')
      const table = tables[digest.charCodeAt(4 * words) % parts]!
      // one bit is always set, so that a hash differs from an empty place
      return table.add(wordIn(digest, 0), wordIn(digest, 1), (wordIn(digest, 2) | 1) >>> 0)
    },
  }
}
