import { type Problems, problem } from '../shared/problem.ts'

/** Problem codes of this area. */
export const assetsProblems = {
  'asset-path-taken': problem(
    'conflict',
    'The asset path holds different content',
    'The content of a path never changes. Use another path.',
  ),
} as const satisfies Problems
