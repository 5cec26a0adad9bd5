import { pipe } from 'fp-ts/lib/function.js'
import { consentFaults } from '../../domain/dsp/consent-faults.ts'
import { consentOf, faultOfConsent } from '../../domain/dsp/consents.ts'
import { dspGrant, dspGrantId } from '../../domain/dsp/grant.ts'
import { type Rejection, rejection } from '../../domain/shared/decider.ts'
import * as TE from '../../engine/task-either.ts'
import type { Work } from '../../engine/write/execute.ts'
import { loaded } from '../../engine/write/steps.ts'
import type { Ports } from '../../ports/ports.ts'
import { type ConsentState, hashOfState } from './state.ts'

/** Refuses a link that was answered or has expired (DSP-30). */
export const mustBeOpen = (
  state: ConsentState,
  work: Work,
  { clock }: Pick<Ports, 'clock'>,
): TE.TaskEither<Rejection, unknown> =>
  pipe(
    loaded(work, dspGrant, dspGrantId(state.accountId, state.partnerId)),
    TE.map(({ state: { consents } }) =>
      faultOfConsent(consentOf(consents, hashOfState(state)), clock.now().toISOString()),
    ),
    TE.flatMap(fault =>
      fault === undefined ? TE.right(undefined) : TE.left(rejection('dsp-consent-over', consentFaults[fault])),
    ),
  )
