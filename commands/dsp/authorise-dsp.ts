import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { integerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { dspGrant, dspGrantId } from '../../src/domain/dsp/grant.ts'
import { mustHaveDsp } from '../../src/dsp/configuration.ts'
import { confirmUrl } from '../../src/dsp/consent/addresses.ts'
import { consentMs, hashOfState, newState } from '../../src/dsp/consent/state.ts'
import { DspRefusal, dspRefused, dspStatuses } from '../../src/dsp/reply.ts'
import { command } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed } from '../../src/engine/write/steps.ts'

/** GET /v2/accounts/{accountId}/dsp-configurations/{partnerId}/auth-gateway (DSP-5, DSP-18). */
export const authoriseDsp = command({
  summary: 'Authorise Endcap at the DSP',
  description:
    'Leads to a page of Endcap that names account, organisation and partner, and from there to the consent screen of the DSP. With `Accept: application/json` the reply names the page instead: browsers follow links without the key header, so a page of yours asks for the address and opens it. The person returns to DSP_REDIRECT_URL with the result in the query parameter `data`.',
  problems: ['dsp-not-configured'],
  statuses: dspStatuses,
  refused: dspRefused,
  noStore: true,
  params: t.type({ accountId: AccountId, partnerId: integerText(1, Number.MAX_SAFE_INTEGER) }),
  reply: t.union([fields({ authorizationUrl: t.string }), DspRefusal]),
  redirects: 'To the page that says for whom the consent is.',
  example: {
    reply: { authorizationUrl: 'https://endcap.example/dsp/consent/AbC…' },
  },
  run: ({ params: { accountId, partnerId }, caller, randomBytes, prefers }, work, ports) => {
    const now = ports.clock.now()
    const state = newState({ accountId, partnerId }, randomBytes, ports.secrets)
    const consent = { accountId, partnerId, stateHash: hashOfState(state), keyId: caller.id }
    const expiresAt = new Date(now.getTime() + consentMs).toISOString()
    const ask = { kind: 'AskConsent', ...consent, expiresAt, at: now.toISOString() } as const
    return pipe(
      mustHaveDsp(ports),
      TE.flatMap(() => executed(work, dspGrant, dspGrantId(accountId, partnerId), ask)),
      TE.map(() => confirmUrl(state.text, ports.config)),
      TE.map(authorizationUrl =>
        prefers('text/html', 'application/json') === 'application/json'
          ? { body: { authorizationUrl } }
          : { raw: '', status: 302, contentType: '', headers: { Location: authorizationUrl } },
      ),
    )()
  },
})
