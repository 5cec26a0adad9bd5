import { StoreAway } from '../../../ports/store-away.ts'
import type { Turn } from './lease.ts'

/** The turn of a node is over. */
export const taken = () => new StoreAway('read models', 'another node feeds them')

type Ask = <A>(answer: Promise<A>, limitMs: number) => Promise<A>

/** Awaits answers of the server, unless the turn ends before; then they reject. */
export const turnAnswers = (turn: Turn, askServer: Ask): Ask => {
  const pending = new Set<(error: StoreAway) => void>()
  const end = () => {
    for (const reject of pending) reject(taken())
  }
  turn.signal.addEventListener('abort', end, { once: true })
  return (answer, limitMs) => {
    const over = Promise.withResolvers<never>()
    pending.add(over.reject)
    if (turn.signal.aborted) over.reject(taken())
    return Promise.race([askServer(answer, limitMs), over.promise]).finally(() => pending.delete(over.reject))
  }
}
