import { type Problems, problem } from '../shared/problem.ts'

/** The problem codes of this area. */
export const cloudProblems = {
  'cloud-check-failed': problem(
    'invalid',
    'The cloud service could not be read',
    'A trial listing with these credentials failed; `detail` and `errors` say why: the bucket is missing, the key or the address is refused, or there was no answer.',
    'Correct bucket, key or address, and send the request again.',
  ),
  'cloud-refused': problem(
    'conflict',
    'The cloud service refuses access',
    'The bucket is missing, or the key, the address or the name is refused; `detail` says which.',
    'Correct the configuration of the cloud service; retrying alone does not help.',
  ),
  'cloud-unavailable': problem(
    'unavailable',
    'The cloud service is unavailable',
    'It is unreachable, does not answer, or answers something other than a listing.',
    'Retry in a moment.',
  ),
  'copy-running': problem(
    'conflict',
    'A copy is running',
    'The cloud service cannot be deleted while files are copied from it; `queueId` names a copy that runs.',
    'Wait until the copy has ended, or cancel it, and delete the cloud service again.',
  ),
} as const satisfies Problems
