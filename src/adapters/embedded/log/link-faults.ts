import type { LogFault } from '../../../ports/event-log.ts'
import type { AsyncReads } from '../reading/reads.ts'

type End = { readonly revision: number; readonly position: number }

const rowsAtOnce = 5_000

type Checks = Pick<AsyncReads, 'wrongLink' | 'wrongEnd' | 'hasAllEnds'>

/** Whether what the log keeps beside its events agrees with them. The file is asked page by page, and nothing is kept. */
const agrees = async (reads: Checks): Promise<boolean> => {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { isWrong, next } = await reads.wrongLink(after, rowsAtOnce)
    if (isWrong) return false
    after = next
  }
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { isWrong, next } = await reads.wrongEnd(after, rowsAtOnce)
    if (isWrong) return false
    after = next
  }
  return reads.hasAllEnds()
}

/**
 * Checks what the log keeps beside its events up to `head`: the position of the event before each one in its stream, and
 * the table of the ends of streams. Only if something is wrong, the ends of all streams are held in memory to say what.
 */
export const linkFaults = async function* (
  reads: Checks & Pick<AsyncReads, 'links' | 'ends' | 'head'>,
  head: number,
): AsyncGenerator<LogFault> {
  if (!(await agrees(reads))) yield* faultsOfLinks(reads, head)
}

const faultsOfLinks = async function* (
  reads: Pick<AsyncReads, 'links' | 'ends' | 'head'>,
  head: number,
): AsyncGenerator<LogFault> {
  const last = new Map<string, End>()
  for (let after = 0; after < head; ) {
    const rows = await reads.links(after, rowsAtOnce)
    for (const [position, previous, revision, stream] of rows) {
      if (position > head) break
      const before = last.get(stream)?.position ?? 0
      if (previous !== before)
        yield {
          where: `${stream}@${revision}`,
          detail: `points to position ${previous} as the event before it, which is at ${before}`,
        }
      last.set(stream, { revision, position })
    }
    after = rows.at(-1)?.[0] ?? head
  }
  yield* endFaults(reads, head, last)
}

/** Compares the table of the ends of streams with the last event of each stream. */
const endFaults = async function* (
  reads: Pick<AsyncReads, 'ends' | 'head'>,
  head: number,
  last: Map<string, End>,
): AsyncGenerator<LogFault> {
  for (let after = '', more = true; more; ) {
    const rows = await reads.ends(after, rowsAtOnce)
    // read after the ends, which are written with their events: no end is beyond it
    const now = await reads.head()
    for (const [stream, revision, position] of rows) {
      const end = last.get(stream)
      last.delete(stream)
      if (position > now)
        yield {
          where: stream,
          detail: `its end is kept as revision ${revision} at position ${position}, and the log ends at ${now}: events at the end of the log were removed; restore a backup`,
        }
      // written to since
      if (position > head) continue
      if (end?.revision !== revision || end.position !== position)
        yield {
          where: stream,
          detail: `its end is kept as revision ${revision} at position ${position}; expected ${end?.revision ?? -1} at ${end?.position ?? 0}`,
        }
    }
    more = rows.length === rowsAtOnce
    after = rows.at(-1)?.[0] ?? ''
  }
  for (const stream of last.keys()) yield { where: stream, detail: 'its end is not kept' }
}
