import { type Problems, problem } from '../shared/problem.ts'

/** The problem codes of this area. */
export const jobsProblems = {
  'job-over': problem(
    'conflict',
    'The job is over',
    'It is done or was ended for good, so it can be neither tried again nor ended.',
  ),
  'job-running': problem('conflict', 'The job is running', 'A worker holds it: cancel it instead of skipping it.'),
  'job-goes-on': problem(
    'conflict',
    'The process decides about its jobs itself',
    'Jobs of this process cannot be tried again or ended: `detail` says why, and what to do instead.',
  ),
} as const satisfies Problems
