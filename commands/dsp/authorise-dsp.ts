import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { integerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { dspGrant, dspGrantId } from '../../src/domain/dsp/grant.ts'
import { mustHaveDsp } from '../../src/dsp/configuration.ts'
import { callbackUrl } from '../../src/dsp/consent/addresses.ts'
import { type ConsentState, codeVerifierOf, hashOfState, newState } from '../../src/dsp/consent/state.ts'
import { dspRejection } from '../../src/dsp/failure.ts'
import { DspRefusal, dspRefused, dspStatuses } from '../../src/dsp/reply.ts'
import { command } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed } from '../../src/engine/write/steps.ts'
import { isDspFailure } from '../../src/ports/dsp.ts'
import type { Ports } from '../../src/ports/ports.ts'

/** Milliseconds for which an answer is accepted (DSP-18). */
const consentMs = 10 * 60_000

/** GET /v2/accounts/{accountId}/dsp-configurations/{partnerId}/auth-gateway (DSP-5, DSP-18). */
export const authoriseDsp = command({
  summary: 'Authorise Endcap at the DSP',
  description:
    'Leads to the consent screen of the DSP. With `Accept: application/json` the reply names it instead: browsers follow links without the key header, so a page of yours asks for the address and opens it. The person returns to DSP_REDIRECT_URL with the result in the query parameter `data`.',
  problems: ['dsp-not-configured'],
  statuses: dspStatuses,
  refused: dspRefused,
  noStore: true,
  params: t.type({ accountId: AccountId, partnerId: integerText(1, Number.MAX_SAFE_INTEGER) }),
  reply: t.union([fields({ authorizationUrl: t.string }), DspRefusal]),
  redirects: 'To the consent screen of the DSP.',
  example: {
    reply: { authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth?response_type=code&client_id=endcap' },
  },
  run: ({ params: { accountId, partnerId }, caller, randomBytes, prefers }, work, ports) => {
    const now = ports.clock.now()
    const state = newState({ accountId, partnerId }, randomBytes, ports.secrets)
    const consent = { accountId, partnerId, stateHash: hashOfState(state), keyId: caller.id }
    const expiresAt = new Date(now.getTime() + consentMs).toISOString()
    const ask = { kind: 'AskConsent', ...consent, expiresAt, at: now.toISOString() } as const
    return pipe(
      mustHaveDsp(ports),
      TE.flatMap(() => consentScreen(state, ports)),
      TE.tap(() => executed(work, dspGrant, dspGrantId(accountId, partnerId), ask)),
      TE.map(authorizationUrl =>
        prefers('text/html', 'application/json') === 'application/json'
          ? { body: { authorizationUrl } }
          : { raw: '', status: 302, contentType: '', headers: { Location: authorizationUrl } },
      ),
    )()
  },
})

const consentScreen =
  (state: ConsentState, { dsp, secrets, config }: Ports) =>
  async () => {
    const codeVerifier = codeVerifierOf(state, secrets)
    const url = await dsp.authorizationUrl({ state: state.text, codeVerifier, redirectUri: callbackUrl(config) })
    return isDspFailure(url) ? E.left(dspRejection(url)) : E.right(url)
  }
