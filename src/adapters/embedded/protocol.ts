import type { LeaseRow } from '../../ports/leases.ts'
import type { Append, Outcome } from '../event-log/sqlite/append-batch.ts'
import type { LeaseSwap } from '../read-models/sqlite/lease-rows.ts'
import type { VolatileRows } from '../read-models/sqlite/volatile-rows.ts'
import type { Building } from './views/build-views.ts'
import type { FailedView } from './views/failed-views.ts'

/** Start options of the writer thread. `projections`: URL of the module, if there are any. */
export type WriterOptions = {
  readonly dataDir: string
  readonly projections: string | undefined
  readonly maxLogPages: number | undefined
}

/** Jobs of the writer other than appends; each is answered by its call number. */
export type Job =
  | { readonly kind: 'exchange'; readonly rows: VolatileRows; readonly now: number }
  | { readonly kind: 'findLeases'; readonly prefix: string }
  | { readonly kind: 'swapLease'; readonly swap: LeaseSwap }
  | { readonly kind: 'rebuild'; readonly names: readonly string[] | undefined }
  | { readonly kind: 'close' }

export type Answers = {
  readonly exchange: VolatileRows | undefined
  readonly findLeases: readonly (readonly [workId: string, row: LeaseRow])[]
  readonly swapLease: boolean
  readonly rebuild: undefined
  readonly close: undefined
}

/**
 * What the main thread collected in one turn of the event loop. `appends` is flat because posting many small objects is
 * slow.
 */
export type ToWriter = {
  readonly appends: readonly (string | number)[]
  readonly jobs: readonly (readonly [call: number, job: Job])[]
}

/** The writer's state. Positions are numbers in messages between threads. */
export type WriterState = {
  readonly head: number
  /** Every view of this node that has not stopped reflects the log up to this position. */
  readonly reflected: number
  readonly failedViews: readonly FailedView[]
  readonly building: readonly Building[]
  /** Error code of the log, if it cannot be written or is damaged; writes are retried until they succeed. */
  readonly logProblem: string | undefined
  /** Why the last write of views failed; they catch up as soon as possible. REMOVED until a removed file is built anew. */
  readonly viewsProblem: string | undefined
  /** How often views.db was opened anew, because it was removed or replaced. */
  readonly viewsReopened: number
}

export type FromWriter = {
  readonly started?: { readonly logId: string; readonly logSynchronous: number; readonly viewsSynchronous: number }
  /** Call, revision and position of each successful append, flat. */
  readonly appended: readonly number[]
  readonly refused: readonly (readonly [call: number, outcome: Outcome])[]
  readonly answers: readonly (readonly [call: number, answer: unknown])[]
  /** Failed jobs with the reason. */
  readonly faults: readonly (readonly [call: number, code: string])[]
  readonly state: WriterState
  /** Views have advanced since the last message, in whichever process. */
  readonly moved: boolean
}

/** Appends a request to a flat list; `call` is the number of its answer. */
export const pack = (list: (string | number)[], call: number, append: Append): void => {
  const { stream, expected, expectedId = '', events } = append
  list.push(call, stream, expected, expectedId, events.length)
  for (const text of events) list.push(text)
}

/** Reads the requests of a flat list, with their call numbers. */
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
