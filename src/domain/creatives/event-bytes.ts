import type { Creative } from './creative.ts'

/** At least this many bytes has the data of an event besides its creative and the missing paths. */
const frameBytes = 180
const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** Counts the bytes of JSON that an event needs at least for the data of a creative. */
export const leastEventBytes = (missingAssets: readonly string[]): ((creative: Creative) => number) => {
  const beside = frameBytes + jsonBytes(missingAssets)
  return creative => beside + jsonBytes(creative)
}
