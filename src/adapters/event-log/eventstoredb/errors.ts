import { setMaxListeners } from 'node:events'
import {
  CancelledError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
  StreamNotFoundError,
  TimeoutError,
  UnavailableError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'
import type { Unavailable } from '../../../ports/event-log.ts'
import { StoreAway } from '../../../ports/store-away.ts'

/** The reason, for operators: no addresses, no credentials. */
const words: Readonly<Record<string, string>> = {
  unavailable: 'no connection',
  'deadline-exceeded': 'no answer in time',
  'not-leader': 'another member of the cluster leads',
  'access-denied': 'the credentials were rejected',
  '14': 'no connection',
}

/**
 * The reason for a client error. Lost connections also appear as untyped gRPC errors; only errors without a code are
 * quoted.
 */
export const reasonOf = (error: unknown): string => {
  const { type, code, kind, reason, message } = error as Partial<LogAway> & { type?: string; code?: number | string }
  if (kind === 'unavailable' && reason !== undefined) return reason
  const known = words[type ?? ''] ?? words[String(code)]
  return known ?? `it failed (${[type, code].filter(part => part !== undefined).join(' ') || message})`
}

/** Thrown by reads while the store is unavailable, with the same reason as the answer to an append. */
export type LogAway = StoreAway & Unavailable

export const storeAway = (cause: unknown): LogAway => {
  const reason = reasonOf(cause)
  return Object.assign(new StoreAway('event log', reason), { kind: 'unavailable' as const, reason, cause })
}
export const isStoreAway = (error: unknown): error is LogAway =>
  error instanceof StoreAway && 'kind' in error && error.kind === 'unavailable'

/** Our own deadline passed without an answer. */
export const noAnswer = () => new NoAnswer('no answer in time')
class NoAnswer extends Error {
  readonly type = 'deadline-exceeded'
}
export const isNoAnswer = (error: unknown): boolean => error instanceof NoAnswer

const answers = [MaxAppendSizeExceededError, StreamDeletedError, StreamNotFoundError, WrongExpectedVersionError]
const faultsOfOurs = [TypeError, RangeError, SyntaxError, InvalidArgumentError]

/** Whether the error is an answer of an available store. */
export const isAnswer = (error: unknown): boolean => answers.some(kind => error instanceof kind)

/**
 * Whether a retry may succeed. Decided by class, since names are ambiguous and messages may be empty; every error that
 * is neither an answer nor a bug counts.
 */
export const isPassing = (error: unknown): boolean =>
  error instanceof Error && !isAnswer(error) && !faultsOfOurs.some(kind => error instanceof kind)

/** The server dropped a live subscription because more than 32 events arrived at once: a normal reason to catch up. */
export const isTooSlow = (error: unknown): boolean => error instanceof TimeoutError

/** Whether the connection is dead, or says nothing: another one may answer. */
export const isLost = (error: unknown): boolean =>
  isNoAnswer(error) ||
  error instanceof UnavailableError ||
  error instanceof CancelledError ||
  [status.UNAVAILABLE, status.CANCELLED].includes((error as { readonly code?: number }).code ?? -1)

/** Whether the client goes on to the leader by itself. */
export const isNotLeader = (error: unknown): boolean => error instanceof NotLeaderError

/** The result of a call, or the error `noAnswer` after so many milliseconds. */
export const within = async <A>(ms: number, call: Promise<A>): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(noAnswer()), ms)
  })
  try {
    return await Promise.race([call, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Called once when the store becomes unavailable (with the reason) and once when it recovers (undefined). */
export type OnState = (reason: string | undefined) => void

/** Combines failing calls into one outage: the first failure starts it, the first answer ends it. */
export const outageWatch = (onState: OnState = () => {}) => {
  let outage: { readonly over: AbortController } | undefined
  return {
    failed: (error: unknown) => {
      if (outage !== undefined) return
      const over = new AbortController()
      setMaxListeners(0, over.signal)
      outage = { over }
      onState(reasonOf(error))
    },
    answered: () => {
      if (outage === undefined) return
      outage.over.abort()
      outage = undefined
      onState(undefined)
    },
    /** A signal for the end of the current outage, so that callers stop waiting as soon as another call succeeds. */
    over: (): AbortSignal | undefined => outage?.over.signal,
  }
}
export type OutageWatch = ReturnType<typeof outageWatch>
