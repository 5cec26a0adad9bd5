import * as E from 'fp-ts/lib/Either.js'
import { fields } from '../../codec/fields.ts'
import type { Aggregate } from '../shared/decider.ts'
import { At, fact } from '../shared/fact.ts'

/** Somebody called the callback with a state that this service did not sign, or without one; nothing that was sent is recorded. */
export const DspStrangerRefused = fact(
  'DspStrangerRefused',
  fields({ at: At }),
  () => 'An answer to no consent of this service was refused.',
)
export type DspStrangerRefused = typeof DspStrangerRefused._A

export type StrangerCommand = { readonly kind: 'RefuseStranger'; readonly at: string }
/** How many were recorded in a minute. */
export type StrangerAnswers = { readonly minute: string; readonly count: number }

/** Maximum refusals of a minute that are recorded, since anybody can cause them (DSP-19). */
export const mostStrangers = 60

const minuteOf = (at: string): string => at.slice(0, 16)
const countIn = (state: StrangerAnswers, at: string): number => (state.minute === minuteOf(at) ? state.count : 0)

/** Answers of consents that nobody asked for; the stream of a day is `dsp-strangers-<YYYY-MM-DD>`. */
export const strangerAnswers: Aggregate<StrangerCommand, StrangerAnswers, DspStrangerRefused> = {
  category: 'dsp-strangers',
  subject: 'none',
  events: DspStrangerRefused,
  initialState: { minute: '', count: 0 },
  decide: ({ at }, state) =>
    E.right(countIn(state, at) >= mostStrangers ? [] : [{ type: 'DspStrangerRefused', data: { at } }]),
  evolve: (state, { data: { at } }) => ({ minute: minuteOf(at), count: countIn(state, at) + 1 }),
}

/** The id of the stream of a day, without its category. */
export const strangersId = (at: string): string => at.slice(0, 10)

/** Whether the last refusal that is recorded in its minute was just recorded. */
export const isFull = ({ count }: StrangerAnswers): boolean => count >= mostStrangers
