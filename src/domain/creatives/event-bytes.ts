import type { Creative } from './creative.ts'

/** At least this many bytes has the data of an event besides its creative and the missing paths. */
const frameBytes = 160
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** The bytes of JSON that an event needs at least for the data of a creative, with the paths without a file that it names. */
export const leastEventBytes = (creative: Creative, missing: readonly string[] = []): number =>
  frameBytes + jsonBytes(creative) + (missing.length === 0 ? 0 : jsonBytes(missing))
