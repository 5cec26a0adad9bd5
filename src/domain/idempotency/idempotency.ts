import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { type Aggregate, rejection } from '../shared/decider.ts'
import { At, fact, routine } from '../shared/fact.ts'

/** A response stored for repeats. It contains nothing that is shown only once, and names no person (HTTP-21). */
export const KeptAnswer = fields(
  {
    status: integer(200, 499),
    contentType: t.string,
    text: t.string,
    headers: t.record(t.string, t.string),
  },
  /** The problem code of a refusal; absent in answers that earlier releases kept. */
  { problem: t.string },
)
export type KeptAnswer = t.TypeOf<typeof KeptAnswer>

const Acceptance = fields({
  /** What tells the request from another one. Its body cannot be tried with it, except in records of earlier releases (ADR 0103). */
  bodyHash: t.string,
  /** The id of the command; every attempt uses the same one, so repeated appends are recognised. */
  commandId: t.string,
  newIds: t.record(t.string, integer(1)),
  /** The process that runs it. */
  worker: t.string,
  /** When the key was first used; it expires 24 h later. */
  since: At,
})
type Acceptance = t.TypeOf<typeof Acceptance>

/** A worker started the request of an Idempotency-Key, for the first time or after another worker died; or `nobody` runs it any more. */
const CommandAccepted = fact('CommandAccepted', Acceptance, routine)
/** The worker is still running the request; appended while that takes long, so that no other worker takes over. */
const CommandHeartbeat = fact('CommandHeartbeat', fields({ worker: t.string, at: At }), routine)
/** The response to the request, which is also returned for every repeat. */
const CommandAnswered = fact('CommandAnswered', fields({ answer: KeptAnswer, at: At }), routine)
const IdempotencyEvent = t.union([CommandAccepted, CommandHeartbeat, CommandAnswered])
export type IdempotencyEvent = t.TypeOf<typeof IdempotencyEvent>

export type IdempotencyState =
  | { readonly status: 'absent' }
  | ({ readonly status: 'accepted' } & Acceptance)
  | ({ readonly status: 'answered'; readonly answer: KeptAnswer } & Acceptance)

/** The worker of a request that was given back: no node runs it. */
export const nobody = ''

/** One run of a command, by one worker. */
export type Run = { readonly commandId: string; readonly worker: string }

export type IdempotencyCommand =
  | ({
      readonly kind: 'AcceptCommand'
      readonly at: string
      /** A worker that is known to have stopped running the request. */
      readonly takeOverFrom?: string | undefined
      /** Whether the `bodyHash` of a record is of this request, made under any key; default: whether it is the same text. */
      fits?(bodyHash: string): boolean
    } & Omit<Acceptance, 'since'>)
  | ({ readonly kind: 'ShowLife'; readonly at: string } & Run)
  | ({ readonly kind: 'GiveBack' } & Run)
  | ({ readonly kind: 'AnswerCommand'; readonly answer: KeptAnswer; readonly at: string } & Run)

export const reused = rejection(
  'idempotency-key-reused',
  'This Idempotency-Key was already used with a different body or query.',
)
export const inUse = rejection(
  'idempotency-key-in-use',
  'The first request with this Idempotency-Key is still running.',
)

const day = 24 * 3_600_000

/** Whether a record has expired: 24 h after the key was first used (HTTP-21). */
export const isOver = (state: IdempotencyState, at: string): boolean =>
  state.status === 'absent' || Date.parse(at) - Date.parse(state.since) >= day

/** Whether this run holds the request: the last to have started or taken it over, and not answered. */
export const isHeldBy = (state: IdempotencyState, { commandId, worker }: Run): boolean =>
  state.status === 'accepted' && state.commandId === commandId && state.worker === worker

/** Whether the key can start a new command: it is unused or over, and no worker runs it. */
export const startsAnew = (state: IdempotencyState, at: string, takeOverFrom: string | undefined): boolean =>
  isOver(state, at) && (state.status !== 'accepted' || takeOverFrom === state.worker)

const accept = (
  {
    kind: _,
    at,
    takeOverFrom,
    fits = kept => kept === begun.bodyHash,
    ...begun
  }: IdempotencyCommand & { kind: 'AcceptCommand' },
  state: IdempotencyState,
): ReturnType<typeof idempotency.decide> => {
  if (state.status === 'absent' || startsAnew(state, at, takeOverFrom))
    return E.right([{ type: 'CommandAccepted', data: { ...begun, since: at } }])
  if (isOver(state, at)) return E.left(inUse)
  if (!fits(state.bodyHash)) return E.left(reused)
  if (state.status === 'answered') return E.right([])
  if (takeOverFrom !== state.worker) return E.left(inUse)
  const { commandId, newIds, since, bodyHash } = state
  return E.right([{ type: 'CommandAccepted', data: { bodyHash, commandId, newIds, since, worker: begun.worker } }])
}

/** One use of an Idempotency-Key (HTTP-21). Its first append precedes those of the command. */
export const idempotency: Aggregate<IdempotencyCommand, IdempotencyState, IdempotencyEvent> = {
  category: 'idempotency',
  subject: 'none',
  events: IdempotencyEvent,
  initialState: { status: 'absent' },
  decide(command, state) {
    switch (command.kind) {
      case 'AcceptCommand':
        return accept(command, state)
      case 'ShowLife': {
        const { worker, at } = command
        return E.right(isHeldBy(state, command) ? [{ type: 'CommandHeartbeat', data: { worker, at } }] : [])
      }
      case 'GiveBack': {
        if (state.status !== 'accepted' || !isHeldBy(state, command)) return E.right([])
        const { status: _, ...begun } = state
        return E.right([{ type: 'CommandAccepted', data: { ...begun, worker: nobody } }])
      }
      case 'AnswerCommand': {
        const { answer, at } = command
        return E.right(isHeldBy(state, command) ? [{ type: 'CommandAnswered', data: { answer, at } }] : [])
      }
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'CommandAccepted':
        return { status: 'accepted', ...event.data }
      case 'CommandHeartbeat':
        return state
      case 'CommandAnswered':
        return state.status === 'absent' ? state : { ...state, status: 'answered', answer: event.data.answer }
    }
  },
}
