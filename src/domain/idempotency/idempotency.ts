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
  /** The problem code of a refusal. */
  { problem: t.string },
)
export type KeptAnswer = t.TypeOf<typeof KeptAnswer>

const Acceptance = fields({
  /** What tells the request from another one. Its body cannot be tried with it (ADR 0103). */
  bodyHash: t.string,
  /** The id of the command; every run uses the same one, so repeated appends are recognised. */
  commandId: t.string,
  newIds: t.record(t.string, integer(1)),
  /** When the key was first used; it expires 24 h later. */
  since: At,
})
type Acceptance = t.TypeOf<typeof Acceptance>

/** The request of an Idempotency-Key is about to run for the first time. */
const CommandAccepted = fact('CommandAccepted', Acceptance, routine)
/** The response to the request, which is also returned for every repeat. */
const CommandAnswered = fact('CommandAnswered', fields({ answer: KeptAnswer, at: At }), routine)
const IdempotencyEvent = t.union([CommandAccepted, CommandAnswered])
export type IdempotencyEvent = t.TypeOf<typeof IdempotencyEvent>

export type IdempotencyState =
  | { readonly status: 'absent' }
  | ({ readonly status: 'accepted' } & Acceptance)
  | ({ readonly status: 'answered'; readonly answer: KeptAnswer } & Acceptance)

/** A request under an Idempotency-Key. `fits`: whether the `bodyHash` of a record is of this request. */
export type Asked = { readonly at: string; fits(bodyHash: string): boolean }

export type IdempotencyCommand =
  | ({ readonly kind: 'AcceptCommand' } & Asked & Omit<Acceptance, 'since'>)
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

/** What the key stands for now; a record expires 24 h after the key was first used (HTTP-21). */
export const standing = (state: IdempotencyState, { at, fits }: Asked): 'new' | 'reused' | 'accepted' | 'answered' => {
  if (state.status === 'absent' || Date.parse(at) - Date.parse(state.since) >= day) return 'new'
  return fits(state.bodyHash) ? state.status : 'reused'
}

/** One use of an Idempotency-Key (HTTP-21). Its first append precedes those of the command. */
export const idempotency: Aggregate<IdempotencyCommand, IdempotencyState, IdempotencyEvent> = {
  category: 'idempotency',
  subject: 'none',
  events: IdempotencyEvent,
  initialState: { status: 'absent' },
  decide(command, state) {
    switch (command.kind) {
      case 'AcceptCommand': {
        const { bodyHash, commandId, newIds, at } = command
        const now = standing(state, command)
        if (now === 'reused') return E.left(reused)
        return E.right(
          now === 'new' ? [{ type: 'CommandAccepted', data: { bodyHash, commandId, newIds, since: at } }] : [],
        )
      }
      case 'AnswerCommand': {
        const { commandId, answer, at } = command
        const isOpen = state.status === 'accepted' && state.commandId === commandId
        return E.right(isOpen ? [{ type: 'CommandAnswered', data: { answer, at } }] : [])
      }
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
