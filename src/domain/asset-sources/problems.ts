import { type Problems, problem } from '../shared/problem.ts'

/** The problem codes of this area. */
export const assetSourcesProblems = {
  'feed-unreadable': problem(
    'invalid',
    'The feed cannot be read',
    'The address, the login, the format or the custom code is wrong, or the server does not answer; `detail` says which and where, `reason` is its code.',
    'Correct what `detail` names and send the request again. If `reason` is `address-refused`, the service does not call that address: use a public one, or ask the operator to list its host and port in EGRESS_ALLOW, spelled as in the address.',
  ),
  'no-such-version': problem(
    'conflict',
    'The asset source cannot be rolled back to this version',
    'The last five versions are kept; `detail` lists them, or says which column is missing.',
    'Roll back to one of the versions that `detail` lists, or load the rows again.',
  ),
  'views-unreadable': problem(
    'invalid',
    'The view events cannot be read',
    'The file is no CSV or NDJSON of view events, or is too large; `detail` says what is wrong, `reason` is its code.',
    'Correct the file, or send it in smaller parts.',
  ),
} as const satisfies Problems
