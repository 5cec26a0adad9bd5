import type { Recorded } from '../../ports/event-log.ts'
import { timeOf } from '../audit/criteria.ts'

/** Whether an event of a stream had happened at a moment of its life. */
export type Moment = (event: Recorded) => boolean

/** The moment that a person means: a revision, or a time; undefined: now. `option`: what it was given by. */
export const momentOf = (text: string | undefined, now: Date, option: string): Moment => {
  if (text === undefined) return () => true
  if (/^\d{1,15}$/.test(text)) return event => event.revision <= Number(text)
  const until = timeOf(text, now, option, 'a revision or a time')
  return event => Date.parse(event.metadata.at) <= until
}
