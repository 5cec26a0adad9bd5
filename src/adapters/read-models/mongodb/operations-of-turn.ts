import type { Change } from '../../../ports/read-models.ts'
import { type Patience, patiently, usualPatience } from './patiently.ts'
import { msToWrite } from './portions.ts'
import type { turnAnswers } from './turn-answers.ts'

/** Time limits in milliseconds: of a small operation, of reading so many documents, and of writing, besides what the documents take. */
const limitMs = 2_000
const readLimit = (count: number) => 5_000 + 10 * count
const writeLimitMs = 5_000

/** With a slow server, also over turns; small operations that are quick say nothing of large ones. */
export type FeedingPatience = { readonly small: Patience; readonly reads: Patience; readonly writes: Patience }
export const usualFeedingPatience = (): FeedingPatience => ({
  small: usualPatience(),
  reads: usualPatience(),
  writes: usualPatience(),
})

/** Awaits operations of a turn, each by its size: a turn that can show life goes on, and what is late in it is large, or its server slow. */
export const operationsOfTurn = (answers: ReturnType<typeof turnAnswers>, patience: FeedingPatience) => {
  const askSmall = patiently(answers, patience.small)
  const askToRead = patiently(answers, patience.reads)
  const askToWrite = patiently(answers, patience.writes)
  return {
    ask: <A>(answer: Promise<A>): Promise<A> => askSmall(answer, limitMs),
    /** Reads at most so many documents. */
    reading: <A>(answer: Promise<A>, documents: number): Promise<A> => askToRead(answer, readLimit(documents)),
    /** Writes these documents, or some of them. */
    writing: <A>(answer: Promise<A>, documents: readonly Change[]): Promise<A> =>
      askToWrite(answer, writeLimitMs + msToWrite(documents)),
  }
}
