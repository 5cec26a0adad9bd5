import { StoreAway } from '../../../ports/store-away.ts'

const unavailable = (reason: string) => new StoreAway('read models', reason)

/**
 * Ends all pending reads when the poll detects an outage: a large read may take long, so only the poll, which reads a
 * few rows, can detect a server that hangs. `state` receives the reason of an outage, and undefined when it is over.
 */
export const outageOfAll = () => {
  const waiting = new Set<(error: StoreAway) => void>()
  let outage: string | undefined
  return {
    state: (reason: string | undefined) => {
      outage = reason
      if (reason !== undefined) for (const reject of waiting) reject(unavailable(reason))
    },
    /** The answer of a read, or StoreAway as soon as an outage is detected. */
    unlessAway: async <A>(read: () => Promise<A>): Promise<A> => {
      if (outage !== undefined) throw unavailable(outage)
      const ended = Promise.withResolvers<never>()
      waiting.add(ended.reject)
      return Promise.race([read(), ended.promise]).finally(() => waiting.delete(ended.reject))
    },
  }
}
