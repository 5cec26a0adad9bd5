import { type Problems, problem } from '../shared/problem.ts'

/** The problem codes of this area. */
export const storageProblems = {
  'storage-full': problem(
    'too-large',
    'The account has no room for this',
    'The files of the account would have more bytes than the operator allows: `bytesHeld` are held, `bytesAllowed` are allowed, and this needs `bytesNeeded`.',
    'Store less, or ask the operator to raise STORAGE_LIMIT; then send the request again, under a new Idempotency-Key.',
  ),
} as const satisfies Problems
