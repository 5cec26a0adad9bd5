import { type Problems, problem } from '../shared/problem.ts'

/** Problem codes of this area. */
export const idempotencyProblems = {
  'idempotency-key-in-use': problem(
    'conflict',
    'The first request is still running',
    'A request with the same Idempotency-Key is still being processed.',
    'Retry in a moment; the answer is then that of the first request.',
  ),
  'idempotency-key-reused': problem(
    'unprocessable',
    'The Idempotency-Key was used for another request',
    'An Idempotency-Key can be used for one request only.',
    'Use a new key for a new request, or repeat the first one with the same body and query.',
  ),
} as const satisfies Problems
