import { type Problems, problem } from '../shared/problem.ts'

/** The problem codes of this area. */
export const jobsProblems = {
  'job-over': problem(
    'conflict',
    'The job is over',
    'It is done or was ended for good, so it can be neither tried again nor ended.',
    'Request the work again by its own operation, if it is still wanted.',
  ),
  'job-running': problem(
    'conflict',
    'The job is running',
    'A worker holds it, so it cannot be skipped.',
    'Cancel it, or wait until it ends.',
  ),
  'job-goes-on': problem(
    'conflict',
    'The process decides about its jobs itself',
    'Jobs of this process cannot be tried again or ended; `detail` says why.',
    'Do what `detail` names instead.',
  ),
} as const satisfies Problems
