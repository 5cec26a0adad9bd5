import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { consentFaults } from '../../src/domain/dsp/consent-faults.ts'
import { mustHaveDsp } from '../../src/dsp/configuration.ts'
import { type ConsentResult, resultUrl } from '../../src/dsp/consent/addresses.ts'
import { CallbackQuery } from '../../src/dsp/consent/answer.ts'
import { type Received, receiveAnswer } from '../../src/dsp/consent/receive-answer.ts'
import { command, type RawReply } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'

/** GET /dsp/callback: where the DSP sends people after they gave or refused consent (DSP-6, DSP-18, DSP-19). */
export const receiveDspConsent = command({
  summary: "Receive a person's consent from the DSP",
  description:
    'The address to register at the DSP: it leads there after the consent screen, and on to DSP_REDIRECT_URL with the result in the query parameter `data`.',
  problems: ['dsp-not-configured'],
  extension: true,
  noStore: true,
  params: t.type({}),
  query: CallbackQuery,
  reply: { media: '', status: 302 },
  redirects: 'To DSP_REDIRECT_URL, with `data`.',
  run: ({ query }, work, ports) =>
    pipe(
      mustHaveDsp(ports),
      TE.flatMap(() => receiveAnswer(query, work, ports)),
      TE.map(received => leadTo(resultUrl(ports.config.dspRedirectUrl ?? '', resultOf(received)))),
    )(),
})

const resultOf = ({ state, fault }: Received): ConsentResult => {
  const partnerId = String(state?.partnerId ?? '')
  return fault === undefined
    ? { partnerId, message: `Endcap is authorised for partner ${partnerId} of the DSP.`, status: 200 }
    : { partnerId, message: consentFaults[fault], status: 422 }
}

/** The address that the person comes from has state and code in it. */
const leadTo = (Location: string): RawReply => ({
  raw: '',
  status: 302,
  contentType: '',
  headers: { Location, 'Referrer-Policy': 'no-referrer' },
})
