import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { text } from '../../src/codec/text.ts'
import { type Rejection, rejection } from '../../src/domain/shared/decider.ts'
import { mustHaveDsp } from '../../src/dsp/configuration.ts'
import { callbackUrl } from '../../src/dsp/consent/addresses.ts'
import { browserCookie } from '../../src/dsp/consent/browser.ts'
import { consentOfLink } from '../../src/dsp/consent/link.ts'
import { mustBeOpen } from '../../src/dsp/consent/must-be-open.ts'
import { type ConsentState, codeVerifierOf, longestState } from '../../src/dsp/consent/state.ts'
import { dspRejection } from '../../src/dsp/failure.ts'
import { command } from '../../src/engine/operation.ts'
import { rawReply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { isDspFailure } from '../../src/ports/dsp.ts'
import type { Ports } from '../../src/ports/ports.ts'

const otherSite = rejection(
  'form-from-other-site',
  'A page of another site sent this form. Open the link itself, and press the button of its page.',
)

/** POST /dsp/consent/{state}: a person has read for whom the consent is, and goes on to the consent screen (DSP-25). */
export const confirmDspConsent = command({
  summary: 'Confirm for whom a consent is',
  description:
    'From the form of the page. Sets the cookie by which the callback knows the browser, and leads to the consent screen of the DSP.',
  problems: ['dsp-not-configured', 'dsp-failed', 'link-invalid', 'dsp-consent-over', 'form-from-other-site'],
  extension: true,
  noStore: true,
  form: true,
  maxBytes: 1_024,
  params: t.type({ state: text({ max: longestState }) }),
  body: fields({}, {}),
  reply: { media: '', status: 302 },
  redirects: 'To the consent screen of the DSP.',
  run: ({ params, isFromOtherSite }, work, ports) =>
    pipe(
      mustHaveDsp(ports),
      TE.flatMap(() => (isFromOtherSite() ? TE.left(otherSite) : consentOfLink(params.state, ports.secrets))),
      TE.tap(state => mustBeOpen(state, work, ports)),
      TE.bindTo('state'),
      TE.bind('screen', ({ state }) => consentScreen(state, ports)),
      TE.flatMapEither(({ state, screen }) =>
        rawReply({
          raw: '',
          status: 302,
          contentType: '',
          headers: {
            Location: screen,
            'Set-Cookie': browserCookie(state, ports.secrets, ports.config),
            'Referrer-Policy': 'no-referrer',
          },
        }),
      ),
    )(),
})

const consentScreen =
  (state: ConsentState, { dsp, secrets, config }: Ports): TE.TaskEither<Rejection, string> =>
  async () => {
    const codeVerifier = codeVerifierOf(state, secrets)
    const url = await dsp.authorizationUrl({ state: state.text, codeVerifier, redirectUri: callbackUrl(config) })
    return isDspFailure(url) ? E.left(dspRejection(url)) : E.right(url)
  }
