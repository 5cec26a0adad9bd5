import { pipe } from 'fp-ts/lib/function.js'
import type { ConsentFault } from '../../domain/dsp/consent-faults.ts'
import { dspGrant, dspGrantId } from '../../domain/dsp/grant.ts'
import type { Rejection } from '../../domain/shared/decider.ts'
import * as TE from '../../engine/task-either.ts'
import type { Work } from '../../engine/write/execute.ts'
import { drawnId, executed, loaded } from '../../engine/write/steps.ts'
import { type DspFailure, type DspTokens, isDspFailure } from '../../ports/dsp.ts'
import type { Ports } from '../../ports/ports.ts'
import { keepingUsedToken, storeRefreshToken } from '../access/refresh-token.ts'
import { within } from '../deadline.ts'
import { callbackUrl } from './addresses.ts'
import { type ConsentState, codeVerifierOf, hashOfState } from './state.ts'

export type ExchangePorts = Pick<Ports, 'dsp' | 'secrets' | 'clock' | 'config'>

/** Milliseconds that the exchange may take: a person waits for it. */
const exchangeMs = 25_000

const faultOf = ({ code }: DspFailure): ConsentFault => {
  if (code === 'needs-authorisation') return 'code-refused'
  return code === 'consent-incomplete' || code === 'client-refused' ? code : 'dsp-unavailable'
}

/**
 * Exchanges the code of a consent that was just recorded as answered, and stores the refresh token before the event that names it. The
 * fault, if the DSP gives no tokens. After a crash in between, the person begins again.
 */
export const exchangeCode = (
  state: ConsentState,
  { code, keyId }: { readonly code: string; readonly keyId: string },
  work: Work,
  ports: ExchangePorts,
): TE.TaskEither<Rejection, ConsentFault | undefined> => {
  const { dsp, secrets, config, clock } = ports
  const consent = { codeVerifier: codeVerifierOf(state, secrets), redirectUri: callbackUrl(config) }
  const at = clock.now().toISOString()
  const stateHash = hashOfState(state)
  const id = dspGrantId(state.accountId, state.partnerId)
  const refused = (reason: ConsentFault) =>
    pipe(
      executed(work, dspGrant, id, { kind: 'RefuseConsent', stateHash, reason, at }),
      TE.map(() => reason),
    )
  const authorised = (tokens: DspTokens) =>
    pipe(
      loaded(work, dspGrant, id),
      TE.bindTo('before'),
      TE.bind('fresh', () =>
        TE.fromTask(() => storeRefreshToken(secrets, state, tokens.refreshToken, drawnId(work, 'refresh-token'))),
      ),
      TE.flatMap(({ before, fresh }) => {
        const authorise = { kind: 'Authorise', stateHash, secretId: fresh, keyId, at } as const
        return keepingUsedToken(secrets, { before, fresh }, executed(work, dspGrant, id, authorise))
      }),
      TE.map(() => undefined),
    )
  return pipe(
    TE.fromTask(() => within(exchangeMs, signal => dsp.exchangeCode(code, consent, signal))),
    TE.flatMap(tokens => (isDspFailure(tokens) ? refused(faultOf(tokens)) : authorised(tokens))),
  )
}
