import { randomUUID } from 'node:crypto'
import type { Generation } from '../../read-models/sqlite/generations.ts'

/** A builder without a heartbeat for this long, by our own clock, is considered dead (milliseconds). */
const silence = 10_000
export const beatEvery = 1_000

const processIsGone = (pid: number): boolean => {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

/**
 * Decides whether this process may build a generation: if it is the owner, or if there is no living owner. Two builders
 * of the same generation would only waste work, since every write checks the owner and the checkpoint.
 */
export const buildLease = () => {
  const me = `${process.pid}:${randomUUID()}`
  const watched = new Map<number, { readonly beat: number; readonly since: number }>()
  const mayTake = ({ id, owner, beat }: Generation): boolean => {
    if (owner === null || owner === me || processIsGone(Number.parseInt(owner, 10))) return true
    const seen = watched.get(id)
    if (seen?.beat !== beat) {
      watched.set(id, { beat, since: performance.now() })
      return false
    }
    return performance.now() - seen.since > silence
  }
  return { me, mayTake }
}
