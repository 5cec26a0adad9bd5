import type { DspAuthorisation } from '../../domain/dsp/grant.ts'
import type { DspFailure } from '../../ports/dsp.ts'

const howTo = 'Call authoriseDsp (auth-gateway) and give consent at the DSP.'

/** Why there is no access token for a partner (DSP-7). */
export const needsAuthorisation = (
  status: Exclude<DspAuthorisation['status'], 'authorised'>,
  partnerId: number,
): DspFailure => ({
  code: 'needs-authorisation',
  detail:
    status === 'none'
      ? `Endcap is not authorised for partner ${partnerId} of the DSP yet. ${howTo}`
      : `The authorisation for partner ${partnerId} of the DSP was withdrawn or has expired. ${howTo}`,
  transient: false,
})
