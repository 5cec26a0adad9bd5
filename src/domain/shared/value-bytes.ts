/** A value that shares parts with others of its kind, so that it counts its own bytes and finds its differences itself. */
export abstract class Sharing {
  /** Estimated bytes in memory. */
  abstract readonly bytes: number
  /** The members that another value of its kind lacks, or that were set again since, with their values here. */
  abstract changedFrom(other: this): Readonly<Record<string, unknown>>
}

/**
 * Estimated bytes of a value in memory: of JSON, maps, sets and `Sharing` values. Good enough to bound a cache: a string counts
 * its characters and a header, an object or array its header, a word a member, and the members.
 */
export const valueBytes = (value: unknown): number => {
  if (typeof value === 'string') return 24 + value.length
  if (typeof value !== 'object' || value === null) return 8
  if (value instanceof Sharing) return value.bytes
  if (value instanceof Map || value instanceof Set)
    return [...value].reduce((sum, one) => sum + 24 + valueBytes(one), 64)
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  return members.reduce<number>((sum, member) => sum + 8 + valueBytes(member), 32)
}
