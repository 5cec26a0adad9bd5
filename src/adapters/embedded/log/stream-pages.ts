import type { EventRow } from '../../event-log/sqlite/event-row.ts'
import { FileFault, wrongLink } from '../../sqlite/file-fault.ts'
import type { AsyncReads } from '../reading/reads.ts'

/** Events of a short stream are read in one go, without a walk, unless they are large. */
const few = 200
/** Positions posted with each request for a page. */
const atOnce = 500

type Reads = Pick<AsyncReads, 'streamHead' | 'readEnd' | 'walkBack' | 'eventsAt'>

/** The positions of a stream's events from revision `from` to `head`, whose position is `last`: each event names only the one before it. */
const positionsOf = async (reads: Reads, from: number, head: number, last: number): Promise<Float64Array> => {
  const positions = new Float64Array(head - from + 1)
  let left = positions.length
  for (let here = last; here > 0; ) {
    const [found, next] = await reads.walkBack(here, from)
    left -= found.length
    positions.set(found.reverse(), left)
    here = next
  }
  // fewer events than revisions: the stream has a gap
  if (left > 0) throw new FileFault('log.db', wrongLink)
  return positions
}

/** The events of a stream in pages; the next page is read while one is used. */
export async function* streamPages(reads: Reads, stream: string, from: number): AsyncGenerator<readonly EventRow[]> {
  const [head, position] = await reads.streamHead(stream)
  if (head < from) return
  const short = head - from < few ? await reads.readEnd(stream, from) : undefined
  if (short) {
    yield short
    return
  }
  let left = await positionsOf(reads, from, head, position)
  let next = reads.eventsAt(stream, left.slice(0, atOnce))
  while (left.length > 0) {
    const rows = await next
    left = left.subarray(rows.length)
    if (left.length > 0) next = reads.eventsAt(stream, left.slice(0, atOnce))
    // a consumer that stops early leaves it unanswered
    next.catch(() => undefined)
    yield rows
  }
}
