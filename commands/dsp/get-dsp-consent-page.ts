import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { text } from '../../src/codec/text.ts'
import { mustHaveDsp } from '../../src/dsp/configuration.ts'
import { consentOfLink } from '../../src/dsp/consent/link.ts'
import { mustBeOpen } from '../../src/dsp/consent/must-be-open.ts'
import { consentParties } from '../../src/dsp/consent/parties.ts'
import { longestState } from '../../src/dsp/consent/state.ts'
import { command } from '../../src/engine/operation.ts'
import { rawReply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { consentPage } from '../../src/pages/consent-page.ts'
import { consentPageHeaders } from '../../src/pages/layout.ts'

/** GET /dsp/consent/{state}: the page that authoriseDsp leads to; it changes nothing, because mail scanners follow links (DSP-30). A command, as only the log knows whether the link is still open. */
export const getDspConsentPage = command({
  summary: 'Get the page that says for whom a consent is',
  description:
    'authoriseDsp leads here. The page names account, organisation and partner; its button leads to the consent screen of the DSP.',
  problems: ['dsp-not-configured', 'link-invalid', 'dsp-consent-over'],
  extension: true,
  noStore: true,
  params: t.type({ state: text({ max: longestState }) }),
  reply: { media: 'text/html' },
  run: ({ params }, work, ports) =>
    pipe(
      mustHaveDsp(ports),
      TE.flatMap(() => consentOfLink(params.state, ports.secrets)),
      TE.tap(state => mustBeOpen(state, work, ports)),
      TE.flatMapTask(state => () => consentParties(state, ports.readModels)),
      TE.flatMapEither(parties =>
        rawReply({
          raw: consentPage({ ...parties, dspHost: new URL(ports.dsp.issuer ?? '').host }),
          contentType: 'text/html; charset=utf-8',
          headers: consentPageHeaders,
        }),
      ),
    )(),
})
