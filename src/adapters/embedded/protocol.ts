import type { Change, ViewRef } from '../../ports/read-models.ts'
import type { Append, Outcome } from '../event-log/sqlite/append-batch.ts'
import type { VolatileRows } from '../read-models/sqlite/volatile-rows.ts'
import type { Building } from './building/build-views.ts'
import type { FailedView } from './writing/failed-views.ts'

/** What the thread that writes is started with. `projections`: URL of their module. */
export type WriterOptions = {
  readonly dataDir: string
  readonly projections: string
  readonly maxLogPages: number | undefined
}

/** Work of the writer other than appends; each is answered by its number. */
export type Job =
  | {
      readonly kind: 'apply'
      readonly view: ViewRef
      readonly changes: readonly Change[]
      readonly from: bigint
      readonly checkpoint: bigint
    }
  | { readonly kind: 'exchange'; readonly rows: VolatileRows; readonly now: number }
  | { readonly kind: 'rebuild'; readonly names: readonly string[] | undefined }
  | { readonly kind: 'close' }

export type Answers = {
  readonly apply: bigint
  readonly exchange: VolatileRows | undefined
  readonly rebuild: undefined
  readonly close: undefined
}

/** What the main thread collected in one turn of its loop. `appends` is flat, as many small objects are slow to hand over. */
export type ToWriter = {
  readonly appends: readonly (string | number)[]
  readonly jobs: readonly (readonly [call: number, job: Job])[]
  /** Somebody waits for what other processes write. */
  readonly hurry: boolean
}

/** What the writer tells of itself. Positions are numbers on the way between threads. */
export type WriterState = {
  readonly head: number
  /** Every view of this node that is not stopped reflects the log up to here. */
  readonly reflected: number
  readonly failedViews: readonly FailedView[]
  readonly building: readonly Building[]
  /** Code of what keeps the log from being written, or was found in it; it is tried again until it goes well. */
  readonly logProblem: string | undefined
  /** Why views could not be written the last time; they are brought up as soon as they can be. */
  readonly viewsProblem: string | undefined
}

export type FromWriter = {
  readonly started?: { readonly logId: string; readonly logSynchronous: number; readonly viewsSynchronous: number }
  /** call, revision, position of each append that succeeded, flat. */
  readonly appended: readonly number[]
  readonly refused: readonly (readonly [call: number, outcome: Outcome])[]
  readonly answers: readonly (readonly [call: number, answer: unknown])[]
  /** Jobs that failed, with a reason. */
  readonly faults: readonly (readonly [call: number, reason: string])[]
  readonly state: WriterState
  /** Views have moved since the last message, from whichever process. */
  readonly moved: boolean
}

/** Puts an append at the end of a flat list; `call` is the number that it is answered by. */
export const pack = (list: (string | number)[], call: number, append: Append): void => {
  const { stream, expected, expectedId = '', events } = append
  list.push(call, stream, expected, expectedId, events.length)
  for (const text of events) list.push(text)
}

/** The appends of a flat list with their numbers. */
export const unpack = (list: readonly (string | number)[]): { readonly call: number; readonly append: Append }[] => {
  const found: { call: number; append: Append }[] = []
  for (let at = 0; at < list.length; ) {
    const [call, stream, expected, expectedId, length] = list.slice(at, at + 5) as [
      number,
      string,
      number,
      string,
      number,
    ]
    const events = list.slice(at + 5, at + 5 + length) as string[]
    found.push({ call, append: { stream, expected, expectedId: expectedId || undefined, events } })
    at += 5 + length
  }
  return found
}
