import * as E from 'fp-ts/lib/Either.js'
import { pause } from '../../../engine/pause.ts'
import type { EventLog } from '../../../ports/event-log.ts'

export type AppendAnswer = Awaited<ReturnType<EventLog['append']>>

/** The last pending append of a stream, and the stream's revision if it succeeds. */
type End = { readonly revision: number; readonly answer: Promise<AppendAnswer> }

/** An append waiting for its turn; `callMs`: its time limit, including the wait. */
type Wanted = { readonly stream: string; readonly expected: number; readonly count: number; readonly callMs: number }
type Write = (until: number) => Promise<AppendAnswer>

const late: AppendAnswer = E.left({ kind: 'unavailable', reason: 'no answer in time' })

/**
 * Serialises this process's appends to a stream, so that an append based on pending events fails if those fail, even if
 * another process has taken their revisions. Each append times out, including its wait.
 */
export const appendsUnderWay = () => {
  const ends = new Map<string, End>()

  const turn = async ({ stream, expected, callMs }: Wanted, write: Write): Promise<AppendAnswer> => {
    const before = ends.get(stream)
    const until = performance.now() + callMs
    if (before === undefined) return write(until)
    const waiting = new AbortController()
    const first = await Promise.race([before.answer, pause(callMs, waiting.signal).then(() => late)])
    waiting.abort()
    const isBasedOnIt = expected === before.revision
    return E.isLeft(first) && (isBasedOnIt || first === late) ? first : write(until)
  }

  return {
    /** Runs `write` when its turn comes, with its deadline (by `performance.now`). */
    after: (wanted: Wanted, write: Write): Promise<AppendAnswer> => {
      const { stream, expected, count } = wanted
      const answer = turn(wanted, write)
      const end: End = { revision: expected + count, answer }
      ends.set(stream, end)
      const forget = () => {
        if (ends.get(stream) === end) ends.delete(stream)
      }
      answer.then(forget, forget)
      return answer
    },
  }
}
