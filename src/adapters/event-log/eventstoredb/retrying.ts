import { pause } from '../../../engine/pause.ts'
import type { Store } from './store.ts'
import { isAnswer, isNoAnswer, isPassing, storeAway } from './store-errors.ts'

const betweenMs = 50

/**
 * Repeats a call, with short pauses, until it answers or the time is up; then throws StoreAway. Error responses and
 * bugs are thrown at once. The call receives the remaining milliseconds and must respect them. The reason is the last one that an attempt
 * gave by itself: the last attempt may be cut short, which says less.
 */
export const retrying = async <A>(
  { outage, patience }: Pick<Store, 'outage' | 'patience'>,
  call: (leftMs: number) => Promise<A>,
  until: number = performance.now() + patience.callMs,
): Promise<A> => {
  let said: unknown
  for (;;) {
    try {
      const answer = await call(Math.max(1, until - performance.now()))
      outage.answered()
      return answer
    } catch (error) {
      if (isAnswer(error)) outage.answered()
      if (!isPassing(error)) throw error
      outage.failed(error)
      if (!isNoAnswer(error)) said = error
      if (until - performance.now() < 2 * betweenMs) throw storeAway(said ?? error)
      await pause(betweenMs)
    }
  }
}
