import type { Dsp } from '../../ports/dsp.ts'
import { failure } from './failure.ts'

const missing = failure(
  'not-configured',
  'No DSP is configured: set DSP_URL, DSP_AUTH_URL, DSP_TOKEN_URL, DSP_CLIENT_ID, DSP_CLIENT_SECRET and DSP_REDIRECT_URL.',
)
const answer = async () => missing

/** The DSP of a node whose environment names none (DSP-4). */
export const dspNotConfigured: Dsp = {
  issuer: undefined,
  authorizationUrl: answer,
  exchangeCode: answer,
  refreshTokens: answer,
  listAdvertisers: answer,
  createCreative: answer,
  findCreatives: answer,
  getCreative: answer,
  updateCreative: answer,
  archiveCreative: answer,
}
