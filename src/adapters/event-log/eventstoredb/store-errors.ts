import {
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  StreamNotFoundError,
  TimeoutError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import type { Unavailable } from '../../../ports/event-log.ts'
import { StoreAway } from '../../../ports/store-away.ts'

/** The reason, in words for an operator: no addresses, no credentials. */
const words: Readonly<Record<string, string>> = {
  unavailable: 'no connection',
  'deadline-exceeded': 'no answer in time',
  'not-leader': 'no leader answers',
  'access-denied': 'it refuses the credentials',
  '14': 'no connection',
}

/** What an error of the client means. Lost connections also show as gRPC errors without a type; only errors without a code are quoted. */
export const reasonOf = (error: unknown): string => {
  const { type, code, kind, reason, message } = error as Partial<LogAway> & { type?: string; code?: number | string }
  if (kind === 'unavailable' && reason !== undefined) return reason
  const known = words[type ?? ''] ?? words[String(code)]
  return known ?? `it fails (${[type, code].filter(part => part !== undefined).join(' ') || message})`
}

/** Thrown by reads when the store cannot be reached; the reason is the one that an append answers then. */
export type LogAway = StoreAway & Unavailable

export const storeAway = (cause: unknown): LogAway => {
  const reason = reasonOf(cause)
  return Object.assign(new StoreAway('event log', reason), { kind: 'unavailable' as const, reason, cause })
}
export const isStoreAway = (error: unknown): error is LogAway =>
  error instanceof StoreAway && 'kind' in error && error.kind === 'unavailable'

/** No answer came within our own deadline. */
export const noAnswer = () => Object.assign(new Error('no answer in time'), { type: 'deadline-exceeded' as const })

const answers = [MaxAppendSizeExceededError, StreamDeletedError, StreamNotFoundError, WrongExpectedVersionError]
const faultsOfOurs = [TypeError, RangeError, SyntaxError, InvalidArgumentError]

/** The store is there, and this is what it has to say. */
export const isAnswer = (error: unknown): boolean => answers.some(kind => error instanceof kind)

/**
 * Whether the call may succeed when it is made again. Told by class, since names say nothing and messages may be empty;
 * whatever is no answer and no fault of ours counts.
 */
export const isPassing = (error: unknown): boolean =>
  error instanceof Error && !isAnswer(error) && !faultsOfOurs.some(kind => error instanceof kind)

/** The server dropped a live subscription because more than 32 events came at once: an ordinary reason to catch up. */
export const isTooSlow = (error: unknown): boolean => error instanceof TimeoutError
