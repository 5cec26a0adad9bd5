import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** A generator of random values: the same seed gives the same values in the same order. */
export type Random = {
  /** 0 or more, less than 1. */
  fraction(): number
  /** An integer; both ends are possible. */
  between(least: number, most: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  pick<A>(items: readonly A[]): A
  bytes(count: number): Uint8Array
  uuid(): string
  /** A generator of its own: its draws do not shift those of this one. */
  fork(): Random
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

export const randomFrom = (seed: number): Random => {
  const source = xoroshiro128plus(seed)
  const between = (least: number, most: number) => uniformInt(source, least, most)
  const fraction = () => uniformFloat64(source)
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => between(0, 255))
  return {
    fraction,
    between,
    bytes,
    chance: probability => fraction() < probability,
    pick: items => {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new RangeError('there is nothing to pick from')
      return item
    },
    uuid: () => {
      const b = bytes(16)
      b[6] = (b[6]! & 0x0f) | 0x40
      b[8] = (b[8]! & 0x3f) | 0x80
      return hex(b).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    },
    fork: () => randomFrom(between(0, 0x7fffffff)),
  }
}
