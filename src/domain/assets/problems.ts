import { type Problems, problem } from '../shared/problem.ts'

/** Problem codes of this area. */
export const assetsProblems = {
  'asset-path-taken': problem(
    'conflict',
    'The asset path holds different content',
    'The content of a path never changes.',
    'Upload the file to another path, and name that one in the creatives.',
  ),
} as const satisfies Problems
