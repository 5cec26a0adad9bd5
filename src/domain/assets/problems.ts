import { type Problems, problem } from '../shared/problem.ts'

/** What this area refuses. */
export const assetsProblems = {
  'asset-path-taken': problem(
    'conflict',
    'The asset path holds other content',
    'A path keeps its content for ever. Use another path.',
  ),
} as const satisfies Problems
