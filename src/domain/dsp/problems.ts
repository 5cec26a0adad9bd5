import { type Problems, problem } from '../shared/problem.ts'

/** The problem codes of this area. */
export const dspProblems = {
  'dsp-not-configured': problem(
    'unavailable',
    'No DSP is configured',
    'The operator sets DSP_URL, DSP_AUTH_URL, DSP_TOKEN_URL, DSP_CLIENT_ID, DSP_CLIENT_SECRET and DSP_REDIRECT_URL to connect one.',
  ),
  'dsp-unreadable': problem(
    'unprocessable',
    'The request cannot be carried out',
    'The request cannot be read, or names a configuration or a campaign that does not exist, or something runs that excludes it; `error` says which.',
  ),
  'dsp-export-running': problem(
    'failed',
    'Another export of the campaign runs',
    'A campaign is exported to the DSP with one configuration at a time. Wait until the export has ended, or cancel it.',
  ),
  'dsp-failed': problem(
    'failed',
    'The DSP could not do it',
    'The DSP refused the request or could not be reached; `error` gives its reason.',
  ),
} as const satisfies Problems
