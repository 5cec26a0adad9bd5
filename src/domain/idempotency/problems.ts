import { type Problems, problem } from '../shared/problem.ts'

/** What this area refuses. */
export const idempotencyProblems = {
  'idempotency-key-in-use': problem(
    'conflict',
    'The first request is still running',
    'A request with the same Idempotency-Key is still being processed. Retry in a moment.',
  ),
  'idempotency-key-reused': problem(
    'unprocessable',
    'The Idempotency-Key was used for another request',
    'One Idempotency-Key stands for one body. Use a new one.',
  ),
} as const satisfies Problems
