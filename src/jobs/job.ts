import * as t from 'io-ts'
import { fields } from '../codec/fields.ts'
import { integer } from '../codec/integer.ts'
import { wordsOf } from '../codec/text.ts'
import { type JobState, jobStates } from '../engine/react/backlog.ts'
import type { Todo } from '../engine/react/process.ts'
import { parsed } from '../engine/read/documents.ts'
import type { Stored } from '../ports/read-models.ts'
import type { JobList } from './job-lists.ts'

const nullable = <A, O>(codec: t.Type<A, O>) => t.union([codec, t.null])

/** A job: an item that a process has yet to do, or that failed (JOBS-2). Times are ISO 8601. */
export const Job = fields({
  process: t.string,
  /** Unique in its process; its first part is the account. */
  id: t.string,
  accountId: t.string,
  state: wordsOf(jobStates, {
    waiting: 'due, and no node works on it yet',
    scheduled: 'tried again when it is due',
    running: 'a node works on it',
    failed: 'it ended without a result',
  }),
  /** The number of the attempt that runs, or ran last; 0: none has begun. */
  attempt: integer(0),
  /** The node that works on it. */
  node: nullable(t.string),
  since: nullable(t.string),
  /** When it is tried next; null: at once, or not at all. */
  due: nullable(t.string),
  /** Why its last attempt failed. */
  reason: nullable(t.string),
  /** For `endcap audit --explain`: the request that it follows from. */
  trace: nullable(t.string),
})
export type Job = t.TypeOf<typeof Job>

const stateOf = ({ todo, notBefore }: Todo, node: string | undefined, now: string): JobState => {
  if (todo === 'failed') return 'failed'
  if (node !== undefined) return 'running'
  return notBefore !== undefined && notBefore > now ? 'scheduled' : 'waiting'
}

/** An item of a list as a job. `node`: the worker that holds it. */
export const jobOf = ({ process, todo }: JobList, stored: Stored, node: string | undefined, now: string): Job => {
  const item: Todo = parsed(todo, stored)
  const { id } = stored
  const state = stateOf(item, node, now)
  return {
    process,
    id,
    accountId: id.slice(0, id.indexOf(':')),
    state,
    attempt: item.attempt + (node === undefined ? 0 : 1),
    node: node ?? null,
    since: item.since ?? null,
    due: state === 'scheduled' ? (item.notBefore ?? null) : null,
    reason: item.reason ?? null,
    trace: item.cause?.correlationId ?? null,
  }
}
