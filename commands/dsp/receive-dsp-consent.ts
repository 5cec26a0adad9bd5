import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { consentFaults } from '../../src/domain/dsp/consent-faults.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { mustHaveDsp } from '../../src/dsp/configuration.ts'
import { type ConsentResult, resultUrl } from '../../src/dsp/consent/addresses.ts'
import { CallbackQuery } from '../../src/dsp/consent/answer.ts'
import { consentParties } from '../../src/dsp/consent/parties.ts'
import { type Received, receiveAnswer } from '../../src/dsp/consent/receive-answer.ts'
import { command, type RawReply } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'
import type { Ports } from '../../src/ports/ports.ts'

/** GET /dsp/callback: where the DSP sends people after they gave or refused consent (DSP-6, DSP-18, DSP-19). */
export const receiveDspConsent = command({
  summary: "Receive a person's consent from the DSP",
  description:
    'The address to register at the DSP: it leads there after the consent screen, and on to DSP_REDIRECT_URL with the result in the query parameter `data`.',
  problems: ['dsp-not-configured', 'dsp-consent-elsewhere'],
  extension: true,
  noStore: true,
  params: t.type({}),
  query: CallbackQuery,
  reply: { media: '', status: 302 },
  redirects: 'To DSP_REDIRECT_URL, with `data`.',
  run: ({ query, cookie }, work, ports) =>
    pipe(
      mustHaveDsp(ports),
      TE.flatMap(() => receiveAnswer({ query, cookie }, work, ports)),
      // whoever did not confirm it is not sent on: the page says why nothing was authorised
      TE.filterOrElse(
        ({ fault }) => fault !== 'other-browser',
        () => elsewhere,
      ),
      TE.flatMapTask(received => () => resultOf(received, ports)),
      TE.map(result => leadTo(resultUrl(ports.config.dspRedirectUrl ?? '', result))),
    )(),
})

const elsewhere = rejection(
  'dsp-consent-elsewhere',
  'Nothing was authorised: nobody confirmed in this browser for which account and organisation the consent is, or its cookie was not sent. Open the link that authoriseDsp returned, and confirm it in the same browser. If you did not expect this page, close it.',
)

const resultOf = async ({ state, fault }: Received, { readModels }: Ports): Promise<ConsentResult> => {
  const sentence = fault === undefined ? 'Endcap is authorised at the DSP.' : consentFaults[fault]
  const status = fault === undefined ? 200 : 422
  if (state === undefined) return { partnerId: '', message: sentence, status }
  const { account, organisation, partnerId } = await consentParties(state, readModels)
  const message = `${sentence} Account: ${account}. Organisation: ${organisation}. Partner: ${partnerId}.`
  return { partnerId: String(partnerId), message, status }
}

/** The address that the person comes from has state and code in it. */
const leadTo = (Location: string): RawReply => ({
  raw: '',
  status: 302,
  contentType: '',
  headers: { Location, 'Referrer-Policy': 'no-referrer' },
})
