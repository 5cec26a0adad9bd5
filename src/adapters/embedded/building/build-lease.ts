import { randomUUID } from 'node:crypto'
import type { Generation } from '../../read-models/sqlite/generations.ts'

/** A builder that has shown no beat for so long, by our own clock, is taken to be gone (milliseconds). */
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
 * Who may build a generation: its owner, or anybody when there is none or the owner is gone. Two that build the same one would
 * only waste work, as every write checks the owner and the checkpoint.
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
export type BuildLease = ReturnType<typeof buildLease>
