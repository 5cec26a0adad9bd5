import type { Recorded } from '../../ports/event-log.ts'
import { timeOf } from '../audit/criteria.ts'

/** A moment in the life of a stream. */
export type Moment = {
  /** Whether an event had happened then. */
  had(event: Recorded): boolean
  /** The revision that it was given by; a stream that ends before it has no such moment. */
  readonly revision?: number
}

/** The moment that a person means: a revision, or a time; undefined: now. `option`: what it was given by. */
export const momentOf = (text: string | undefined, now: Date, option: string): Moment => {
  if (text === undefined) return { had: () => true }
  if (/^\d{1,15}$/.test(text)) {
    const revision = Number(text)
    return { had: event => event.revision <= revision, revision }
  }
  const until = timeOf(text, now, option, 'a revision or a time')
  return { had: event => Date.parse(event.metadata.at) <= until }
}
