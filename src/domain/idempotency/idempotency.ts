import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { type Aggregate, rejection } from '../shared/decider.ts'
import { At, fact, routine } from '../shared/fact.ts'

/** A response stored for repeats. It contains nothing that is shown only once (HTTP-21). */
export const KeptAnswer = fields({
  status: integer(200, 499),
  contentType: t.string,
  text: t.string,
  headers: t.record(t.string, t.string),
})
export type KeptAnswer = t.TypeOf<typeof KeptAnswer>

const Acceptance = fields({
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

/** A worker started the request of an Idempotency-Key, for the first time or after another worker died. */
const CommandAccepted = fact('CommandAccepted', Acceptance, routine)
/** The response to the request, which is also returned for every repeat. */
const CommandAnswered = fact('CommandAnswered', fields({ answer: KeptAnswer, at: At }), routine)
const IdempotencyEvent = t.union([CommandAccepted, CommandAnswered])
export type IdempotencyEvent = t.TypeOf<typeof IdempotencyEvent>

export type IdempotencyState =
  | { readonly status: 'absent' }
  | ({ readonly status: 'accepted' } & Acceptance)
  | ({ readonly status: 'answered'; readonly answer: KeptAnswer } & Acceptance)

export type IdempotencyCommand =
  | ({
      readonly kind: 'AcceptCommand'
      readonly at: string
      /** A worker that is known to have stopped running the request. */
      readonly takeOverFrom?: string | undefined
    } & Omit<Acceptance, 'since'>)
  | { readonly kind: 'AnswerCommand'; readonly commandId: string; readonly answer: KeptAnswer; readonly at: string }

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

const accept = (
  { kind: _, at, takeOverFrom, ...begun }: IdempotencyCommand & { kind: 'AcceptCommand' },
  state: IdempotencyState,
): ReturnType<typeof idempotency.decide> => {
  if (state.status === 'absent' || isOver(state, at))
    return E.right([{ type: 'CommandAccepted', data: { ...begun, since: at } }])
  if (state.bodyHash !== begun.bodyHash) return E.left(reused)
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
      case 'AnswerCommand':
        return E.right(
          state.status === 'accepted' && state.commandId === command.commandId
            ? [{ type: 'CommandAnswered', data: { answer: command.answer, at: command.at } }]
            : [],
        )
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'CommandAccepted':
        return { status: 'accepted', ...event.data }
      case 'CommandAnswered':
        return state.status === 'absent' ? state : { ...state, status: 'answered', answer: event.data.answer }
    }
  },
}
