import { type Problems, problem } from '../shared/problem.ts'

/** The problem codes of this area. */
export const webhooksProblems = {
  'too-many-webhooks': problem(
    'conflict',
    'The account has as many webhooks as it may',
    'Each webhook costs a delivery for every event.',
    'Delete one that is not used any more, or let one receiver pass events on.',
  ),
} as const satisfies Problems
