import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../shared/decider.ts'
import type { ConsentFault } from './consent-faults.ts'
import { type AskedConsent, consentOf, faultOfConsent, withAsked, withUsed } from './consents.ts'
import { DspGrantEvent } from './grant-events.ts'

type Data<N extends DspGrantEvent['type']> = Extract<DspGrantEvent, { type: N }>['data']

export type DspGrantCommand =
  | ({ readonly kind: 'AskConsent' } & Data<'DspConsentAsked'>)
  /** `fault`: what is wrong with the answer, if anything is. */
  | {
      readonly kind: 'AnswerConsent'
      readonly stateHash: string
      readonly fault: ConsentFault | undefined
      readonly at: string
    }
  /** The exchange of the code failed. */
  | { readonly kind: 'RefuseConsent'; readonly stateHash: string; readonly reason: ConsentFault; readonly at: string }
  | ({ readonly kind: 'Authorise' } & Data<'DspAuthorised'>)
  /** `secretId`: the token that was used; `fresh`: the one that the DSP gave for it. */
  | { readonly kind: 'ReplaceToken'; readonly secretId: string; readonly fresh: string; readonly at: string }
  | {
      readonly kind: 'LoseAuthorisation'
      readonly secretId: string
      readonly reason: Data<'DspAuthorisationLost'>['reason']
      readonly at: string
    }

/** What Endcap may do at the DSP. `stateHash`: the consent that it follows from. */
export type DspAuthorisation =
  | { readonly status: 'none' | 'lost' }
  | { readonly status: 'authorised'; readonly stateHash: string; readonly secretId: string }

export type DspGrant = {
  readonly authorisation: DspAuthorisation
  /** Consents that were asked for, oldest first; those whose time is over are dropped. */
  readonly consents: readonly AskedConsent[]
  /** How many refusals were recorded on a day. */
  readonly refusals: { readonly day: string; readonly count: number }
}

/** After this many refusals of a day, answers to consents that are used or over are no longer recorded: they can be repeated for ever. */
export const mostRefusals = 100

type Decided = E.Either<never, readonly DspGrantEvent[]>

const nothing: Decided = E.right([])
const dayOf = (at: string): string => at.slice(0, 10)

const isFull = ({ refusals }: DspGrant, at: string): boolean =>
  refusals.day === dayOf(at) && refusals.count >= mostRefusals

const refused = (reason: ConsentFault, stateHash: string, at: string): Decided =>
  E.right([{ type: 'DspConsentRefused', data: { stateHash, reason, at } }])

type Answer = Extract<DspGrantCommand, { kind: 'AnswerConsent' }>

const faultOf = ({ consents }: DspGrant, { stateHash, at }: Answer): ConsentFault | undefined =>
  faultOfConsent(consentOf(consents, stateHash), at)
const isClosed = (state: DspGrant, answer: Answer): boolean => faultOf(state, answer) !== undefined

/** Why an answer is not accepted; undefined: it is. What is wrong with the consent comes before what is wrong with the answer. */
export const faultOfAnswer = (state: DspGrant, answer: Answer): ConsentFault | undefined =>
  faultOf(state, answer) ?? answer.fault

const isCurrent = ({ authorisation }: DspGrant, secretId: string): boolean =>
  authorisation.status === 'authorised' && authorisation.secretId === secretId

/** The consent of a partner for an account, and what came of it; its stream is `dsp-grant-<account>:<partnerId>` (DSP-18 to DSP-20). */
export const dspGrant: Aggregate<DspGrantCommand, DspGrant, DspGrantEvent> = {
  category: 'dsp-grant',
  subject: 'account',
  events: DspGrantEvent,
  initialState: { authorisation: { status: 'none' }, consents: [], refusals: { day: '', count: 0 } },
  secretsIn: ({ authorisation }) => (authorisation.status === 'authorised' ? [authorisation.secretId] : []),
  decide(command, state) {
    switch (command.kind) {
      case 'AskConsent': {
        const { kind: _, ...data } = command
        return E.right([{ type: 'DspConsentAsked', data }])
      }
      case 'AnswerConsent': {
        const { stateHash, at } = command
        const fault = faultOfAnswer(state, command)
        if (fault === undefined) return E.right([{ type: 'DspConsentAnswered', data: { stateHash, at } }])
        return isClosed(state, command) && isFull(state, at) ? nothing : refused(fault, stateHash, at)
      }
      case 'RefuseConsent':
        return refused(command.reason, command.stateHash, command.at)
      case 'Authorise': {
        const { kind: _, ...data } = command
        return E.right([{ type: 'DspAuthorised', data }])
      }
      case 'ReplaceToken': {
        const { secretId, fresh, at } = command
        return isCurrent(state, secretId)
          ? E.right([{ type: 'DspTokenReplaced', data: { secretId: fresh, at } }])
          : nothing
      }
      case 'LoseAuthorisation': {
        const { secretId, reason, at } = command
        return isCurrent(state, secretId) ? E.right([{ type: 'DspAuthorisationLost', data: { reason, at } }]) : nothing
      }
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'DspConsentAsked': {
        const { stateHash, keyId, expiresAt, at } = event.data
        return { ...state, consents: withAsked(state.consents, { stateHash, keyId, expiresAt, isUsed: false }, at) }
      }
      case 'DspConsentAnswered':
        return { ...state, consents: withUsed(state.consents, event.data.stateHash) }
      case 'DspConsentRefused': {
        const { stateHash, at } = event.data
        const day = dayOf(at)
        const count = state.refusals.day === day ? state.refusals.count + 1 : 1
        return { ...state, consents: withUsed(state.consents, stateHash), refusals: { day, count } }
      }
      case 'DspAuthorised': {
        const { stateHash, secretId } = event.data
        return { ...state, authorisation: { status: 'authorised', stateHash, secretId } }
      }
      case 'DspTokenReplaced':
        return state.authorisation.status === 'authorised'
          ? { ...state, authorisation: { ...state.authorisation, secretId: event.data.secretId } }
          : state
      case 'DspAuthorisationLost':
        return { ...state, authorisation: { status: 'lost' } }
    }
  },
}

/** The id of a grant's stream, without its category. */
export const dspGrantId = (accountId: string, partnerId: number): string => `${accountId}:${partnerId}`
