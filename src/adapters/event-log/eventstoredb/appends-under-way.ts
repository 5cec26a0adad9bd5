import * as E from 'fp-ts/lib/Either.js'
import type { EventLog } from '../../../ports/event-log.ts'
import { pause } from '../../clock/pause.ts'

export type AppendAnswer = Awaited<ReturnType<EventLog['append']>>

/** The last append of a stream that is not answered yet, and the revision that the stream has when it succeeds. */
type End = { readonly revision: number; readonly answer: Promise<AppendAnswer> }

/** An append that wants its turn; `callMs`: how long it may take, waiting included. */
type Wanted = { readonly stream: string; readonly expected: number; readonly count: number; readonly callMs: number }
type Write = (until: number) => Promise<AppendAnswer>

const late: AppendAnswer = E.left({ kind: 'unavailable', reason: 'no answer in time' })

/**
 * Appends of this process to one stream go one after the other, so that an append that was decided on events under way fails
 * when those fail, even if somebody else's have taken their revisions. Each gives up in time, waiting included.
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
    const standsOnIt = expected === before.revision
    return E.isLeft(first) && (standsOnIt || first === late) ? first : write(until)
  }

  return {
    /** Runs `write` when its turn comes, with the time (of `performance.now`) until which it may take. */
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
