import { hash } from 'node:crypto'
import type { EventLog, Position } from '../../ports/event-log.ts'
import type { Fault } from './fault.ts'

/** Enough of an id to find those that may be repeated: 8 bytes, so that ten million ids take 80 MB. */
const shortened = (id: string): bigint => hash('sha256', id, 'buffer').readBigUInt64LE()

/** Collects the ids of a log in little memory. `suspects`: the shortened ids that came more than once. */
export const idsOfLog = () => {
  let ids = new BigUint64Array(1024)
  let count = 0
  return {
    add(id: string): void {
      if (count === ids.length) {
        const grown = new BigUint64Array(2 * count)
        grown.set(ids)
        ids = grown
      }
      ids[count++] = shortened(id)
    },
    suspects(): ReadonlySet<bigint> {
      const sorted = ids.subarray(0, count).sort()
      return new Set(sorted.filter((id, i) => i > 0 && sorted[i - 1] === id))
    },
  }
}

/** Events up to `head` whose id an earlier event has: a command was done twice (ADR 0034). Reads the log only if there are suspects. */
export const repeatedEvents = async (
  log: EventLog,
  head: Position,
  suspects: ReadonlySet<bigint>,
): Promise<readonly Fault[]> => {
  if (suspects.size === 0) return []
  const faults: Fault[] = []
  const first = new Map<string, string>()
  for await (const { id, stream, revision, position } of log.readAll()) {
    if (position > head) break
    if (!suspects.has(shortened(id))) continue
    const where = `${stream}@${revision}`
    const earlier = first.get(id)
    if (earlier === undefined) first.set(id, where)
    else {
      const detail = `has the id of ${earlier}: a request was done twice; compare the two, and undo what the later one did`
      faults.push({ kind: 'log', where, detail })
    }
  }
  return faults
}
