import { pipe } from 'fp-ts/lib/function.js'
import type { ConsentFault } from '../../domain/dsp/consent-faults.ts'
import { consentOf } from '../../domain/dsp/consents.ts'
import { type DspGrant, dspGrant, dspGrantId, faultOfAnswer } from '../../domain/dsp/grant.ts'
import type { Rejection } from '../../domain/shared/decider.ts'
import * as TE from '../../engine/task-either.ts'
import type { Work } from '../../engine/write/execute.ts'
import { executed, loaded } from '../../engine/write/steps.ts'
import type { Ports } from '../../ports/ports.ts'
import { type CallbackQuery, codeIn, statesIn } from './answer.ts'
import { isConfirmedIn } from './browser.ts'
import { exchangeCode } from './exchange-code.ts'
import { mayStillAsk } from './may-ask.ts'
import { refuseStranger } from './refuse-stranger.ts'
import { type ConsentState, hashOfState, isOutdated, readState } from './state.ts'

/** What a browser sent to the callback. */
export type Answer = { readonly query: CallbackQuery; readonly cookie: (name: string) => string | undefined }

export type AnswerPorts = Pick<Ports, 'dsp' | 'secrets' | 'clock' | 'config' | 'logger'>

/** What came of an answer. `state`: undefined if we signed none. */
export type Received = { readonly state: ConsentState | undefined; readonly fault: ConsentFault | undefined }

/** What may be wrong with an answer besides its consent, or its code and the key that asked. */
type Checked =
  | { readonly fault: ConsentFault }
  | { readonly fault: undefined; readonly code: string; readonly keyId: string }

const checked = async (
  { query, cookie }: Answer,
  state: ConsentState,
  { consents }: DspGrant,
  work: Work,
  { dsp, secrets, clock }: AnswerPorts,
): Promise<Checked> => {
  if (!isConfirmedIn(cookie, state, secrets)) return { fault: 'other-browser' }
  const answer = codeIn(query, dsp.issuer)
  if ('fault' in answer) return answer
  if (isOutdated(state, secrets)) return { fault: 'state-outdated' }
  const keyId = consentOf(consents, hashOfState(state))?.keyId ?? ''
  const isAllowed = await mayStillAsk(work, keyId, { accountId: state.accountId, at: clock.now().toISOString() })
  return isAllowed ? { fault: undefined, code: answer.code, keyId } : { fault: 'key-refused' }
}

/** Records that a consent was answered, or why it was not accepted. */
const recorded = (
  state: ConsentState,
  { fault }: Checked,
  work: Work,
  { clock }: AnswerPorts,
): TE.TaskEither<Rejection, ConsentFault | undefined> => {
  const at = clock.now().toISOString()
  const answer = { kind: 'AnswerConsent', stateHash: hashOfState(state), fault, at } as const
  return pipe(
    executed(work, dspGrant, dspGrantId(state.accountId, state.partnerId), answer),
    TE.map(done => {
      const [event] = done.events
      // without an event nothing has changed: enough refusals of this day are recorded
      if (event === undefined) return faultOfAnswer(done.state, answer)
      return event.type === 'DspConsentRefused' ? event.data.reason : undefined
    }),
  )
}

const answered = (
  answer: Answer,
  state: ConsentState,
  work: Work,
  ports: AnswerPorts,
): TE.TaskEither<Rejection, ConsentFault | undefined> =>
  pipe(
    loaded(work, dspGrant, dspGrantId(state.accountId, state.partnerId)),
    TE.flatMapTask(before => () => checked(answer, state, before.state, work, ports)),
    TE.bindTo('checked'),
    TE.bind('fault', ({ checked }) => recorded(state, checked, work, ports)),
    TE.flatMap(({ checked, fault }) =>
      fault === undefined && checked.fault === undefined
        ? exchangeCode(state, checked, work, ports)
        : TE.right(fault ?? checked.fault),
    ),
  )

/** Receives what the DSP sends a person back with (DSP-18, DSP-19, DSP-25): one use of a state, recorded before its code is exchanged. */
export const receiveAnswer = (answer: Answer, work: Work, ports: AnswerPorts): TE.TaskEither<Rejection, Received> => {
  // of several states, the first one that we signed says whose audit shows the refusal
  const state = statesIn(answer.query).flatMap(text => readState(text, ports.secrets) ?? [])[0]
  return state === undefined
    ? pipe(
        refuseStranger(work, ports),
        TE.map((): Received => ({ state, fault: 'state-unknown' })),
      )
    : pipe(
        answered(answer, state, work, ports),
        TE.map((fault): Received => ({ state, fault })),
      )
}
