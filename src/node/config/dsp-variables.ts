import * as t from 'io-ts'
import { orElse } from './codecs.ts'
import { pageUrl, webUrl } from './rules.ts'

const optionalUrl = orElse(undefined, webUrl)
const optionalText = orElse(undefined, t.string)

/** The variables of the demand-side platform (DSP-4), all or none; the same form as the other variables. */
export const dspVariables = {
  DSP_URL: {
    field: 'dspUrl',
    shown: '',
    codec: optionalUrl,
    means: 'Root of the API of the DSP, before /v4, for example https://displayvideo.googleapis.com.',
  },
  DSP_AUTH_URL: {
    field: 'dspAuthUrl',
    shown: '',
    codec: optionalUrl,
    means: 'Where people give consent, for example https://accounts.google.com/o/oauth2/v2/auth.',
  },
  DSP_TOKEN_URL: {
    field: 'dspTokenUrl',
    shown: '',
    codec: optionalUrl,
    means: 'Where tokens are given, for example https://oauth2.googleapis.com/token.',
  },
  DSP_CLIENT_ID: { field: 'dspClientId', shown: '', codec: optionalText, means: 'Client id of Endcap at the DSP.' },
  DSP_CLIENT_SECRET: { field: 'dspClientSecret', shown: '', codec: optionalText, means: 'Its secret.' },
  DSP_REDIRECT_URL: {
    field: 'dspRedirectUrl',
    shown: '',
    codec: orElse(undefined, pageUrl),
    means: 'Page to which people return after authorisation, with the query parameter data.',
  },
} as const
