import { StoreAway } from '../../../ports/store-away.ts'

/** A poll without an answer for this long means that the server is unavailable, in milliseconds. */
const patience = 3_000

const unavailable = (reason: string) => new StoreAway('read models', reason)

/** The answer, or StoreAway if it does not arrive in time; a late answer is ignored. */
export const inTime = async <A>(answer: Promise<A>, ms = patience): Promise<A> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(unavailable(`no answer within ${ms / 1000} s`)), ms)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}

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
