import { hadBy } from '../../audit/past/had-by.ts'
import type { Recorded } from '../../ports/event-log.ts'
import { endOf } from '../times.ts'

/** A point in the history of a stream. */
export type Moment = {
  /** Whether the event had happened by then. */
  had(event: Recorded): boolean
  /** The requested revision, if the moment was given as one; the stream must reach it. */
  readonly revision?: number
}

/** Parses a revision or a time; undefined means now, and a day, minute or second means its end. `option`: the option's name, for error messages. */
export const momentOf = (text: string | undefined, now: Date, option: string): Moment => {
  if (text === undefined) return { had: () => true }
  if (/^\d{1,15}$/.test(text)) {
    const revision = Number(text)
    return { had: event => event.revision <= revision, revision }
  }
  const until = endOf(text, now, option, 'a revision or a time')
  return { had: hadBy(until) }
}
