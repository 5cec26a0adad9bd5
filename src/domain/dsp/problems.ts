import { type Problems, problem } from '../shared/problem.ts'

/** The problem codes of this area. */
export const dspProblems = {
  'dsp-not-configured': problem(
    'unavailable',
    'No DSP is configured',
    'The service is not connected to a DSP.',
    'The operator sets DSP_URL, DSP_AUTH_URL, DSP_TOKEN_URL, DSP_CLIENT_ID, DSP_CLIENT_SECRET and DSP_REDIRECT_URL.',
  ),
  'dsp-consent-over': problem(
    'conflict',
    'This consent cannot be given any more',
    'A link to give consent at the DSP works once and for 10 minutes, and of an account and partner for the 20 newest requests.',
    'Ask whoever sent the link for a new one, which authoriseDsp returns.',
  ),
  'dsp-consent-elsewhere': problem(
    'forbidden',
    'This consent was not confirmed in this browser',
    'The answer of the DSP counts only in the browser in which somebody confirmed for which account and organisation the consent is. Nothing was authorised.',
    'Open the link that authoriseDsp returned, read for whom the consent is, and confirm it in the same browser. If you did not expect this page, somebody may have wanted access to your DSP; close it.',
  ),
  'form-from-other-site': problem(
    'forbidden',
    'The form was sent by another site',
    'A page of another site made the browser send the form, so nobody may have read what it confirms.',
    'Open the link itself, and press the button of its page.',
  ),
  'dsp-unreadable': problem(
    'unprocessable',
    'The request cannot be carried out',
    'The request cannot be read, or names a configuration or a campaign that does not exist, or something runs that excludes it; `error` says which.',
    'Correct what `error` names, or wait until what runs has ended, and send the request again.',
  ),
  'dsp-export-running': problem(
    'failed',
    'Another export of the campaign runs',
    'A campaign is exported to the DSP with one configuration at a time.',
    'Wait until the export has ended, or cancel it.',
  ),
  'dsp-still-reading': problem(
    'unavailable',
    'The creatives of the DSP are still being read',
    'An advertiser with thousands of creatives takes longer to read than a request waits. The reading goes on.',
    'Send the request again after the seconds of Retry-After: it waits for the same reading.',
  ),
  'dsp-failed': problem(
    'failed',
    'The DSP could not do it',
    'The DSP refused the request or could not be reached; `error` gives its reason.',
    'Correct what the DSP names. If it could not be reached, retry later.',
  ),
} as const satisfies Problems
