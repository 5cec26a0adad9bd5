import type { Scratch } from '../../ports/scratch.ts'

/** Streams in memory; the others are in the scratch. */
const held = 20_000
/** Where the scratch keeps them; no view has this name. */
const place = '#revisions'

/** The last revision of each stream of a log, in memory that does not grow with their number. */
export const streamRevisions = (scratch: Pick<Scratch, 'load' | 'write'>) => {
  const latest = new Map<string, number>()
  let isStored = false
  const stored = (stream: string): number => {
    const [found] = isStored ? scratch.load(place, [stream]) : []
    return found === undefined ? -1 : Number(found.json)
  }
  return {
    /** The last revision of a stream; -1 if it has no event yet. */
    of: (stream: string): number => latest.get(stream) ?? stored(stream),
    set(stream: string, revision: number): void {
      if (latest.size === held && !latest.has(stream)) {
        scratch.write(
          place,
          Array.from(latest, ([id, last]) => ({ id, json: String(last), position: 0n })),
        )
        isStored = true
        latest.clear()
      }
      latest.set(stream, revision)
    },
  }
}
export type StreamRevisions = ReturnType<typeof streamRevisions>
