import { setMaxListeners } from 'node:events'
import { reasonOf } from './store-errors.ts'

/** Told once when the store goes away (with the reason) and once when it is back (undefined). */
export type OnState = (away: string | undefined) => void

/** Makes many failing calls one outage: the first failure begins it, the first answer ends it. */
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
    /** Given when the outage of now is over, so that nobody waits on when others have an answer already. */
    over: (): AbortSignal | undefined => outage?.over.signal,
  }
}
export type OutageWatch = ReturnType<typeof outageWatch>
