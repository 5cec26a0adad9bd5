import type { Change } from '../../../ports/read-models.ts'
import { StoreAway } from '../../../ports/store-away.ts'
import type { Turn } from './lease.ts'
import { msToWrite } from './portions.ts'

/**
 * Time limits in milliseconds of a small operation, and of one that reads or writes documents, besides what the documents take. They are
 * long: a server that is silent ends the turn before.
 */
const limits = { small: 4_000, documents: 40_000 }
/** Documents are large, and servers are slow. */
const timesAsLong = 8

/** The turn of a node is over. */
export const taken = () => new StoreAway('read models', 'another node feeds them')

type Ask = <A>(answer: Promise<A>, limitMs: number) => Promise<A>

/** Awaits answers of the server by the size of the operation, unless the turn ends before; then they reject. */
export const operationsOfTurn = (turn: Turn, askServer: Ask) => {
  const pending = new Set<(error: StoreAway) => void>()
  const end = () => {
    for (const reject of pending) reject(taken())
  }
  turn.signal.addEventListener('abort', end, { once: true })
  const within: Ask = (answer, limitMs) => {
    const over = Promise.withResolvers<never>()
    pending.add(over.reject)
    if (turn.signal.aborted) over.reject(taken())
    return Promise.race([askServer(answer, limitMs), over.promise]).finally(() => pending.delete(over.reject))
  }
  return {
    ask: <A>(answer: Promise<A>): Promise<A> => within(answer, limits.small),
    reading: <A>(answer: Promise<A>): Promise<A> => within(answer, limits.documents),
    /** Writes these documents, or some of them. */
    writing: <A>(answer: Promise<A>, documents: readonly Change[]): Promise<A> =>
      within(answer, limits.documents + timesAsLong * msToWrite(documents)),
  }
}
