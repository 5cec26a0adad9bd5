import { StoreAway } from '../../../ports/store-away.ts'

/** Milliseconds after which a look at a few rows that brings no answer says that the server is away. */
const patience = 3_000

const away = (reason: string) => new StoreAway('read models', reason)

/** The answer, or StoreAway when it does not come in time; what comes later is passed over. */
export const inTime = async <A>(answer: Promise<A>, ms = patience): Promise<A> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(away(`no answer within ${ms / 1000} s`)), ms)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}

/**
 * What the poll finds out ends the waiting of all: a read may take long where it reads much, so only a look at a few rows can tell a
 * server that hangs. `state` takes the reason of an outage, and undefined when it is over.
 */
export const outageOfAll = () => {
  const waiting = new Set<(error: StoreAway) => void>()
  let outage: string | undefined
  return {
    state: (reason: string | undefined) => {
      outage = reason
      if (reason !== undefined) for (const reject of waiting) reject(away(reason))
    },
    /** The answer of a read, or StoreAway as soon as an outage is known. */
    unlessAway: async <A>(read: () => Promise<A>): Promise<A> => {
      if (outage !== undefined) throw away(outage)
      const ended = Promise.withResolvers<never>()
      waiting.add(ended.reject)
      return Promise.race([read(), ended.promise]).finally(() => waiting.delete(ended.reject))
    },
  }
}
