import { setMaxListeners } from 'node:events'
import { reasonOf } from './store-errors.ts'

/** Called once when the store becomes unavailable (with the reason) and once when it recovers (undefined). */
export type OnState = (reason: string | undefined) => void

/** Combines failing calls into one outage: the first failure starts it, the first answer ends it. */
export const outageWatch = (onState: OnState = () => {}) => {
  let outage: { readonly over: AbortController } | undefined
  return {
    failed: (error: unknown) => {
      if (outage !== undefined) return
      const over = new AbortController()
      setMaxListeners(0, over.signal)
      outage = { over }
      onState(reasonOf(error))
    },
    answered: () => {
      if (outage === undefined) return
      outage.over.abort()
      outage = undefined
      onState(undefined)
    },
    /** A signal for the end of the current outage, so that callers stop waiting as soon as another call succeeds. */
    over: (): AbortSignal | undefined => outage?.over.signal,
  }
}
export type OutageWatch = ReturnType<typeof outageWatch>
