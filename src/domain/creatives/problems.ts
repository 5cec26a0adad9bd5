import { type Problems, problem } from '../shared/problem.ts'

/** What this area refuses. */
export const creativesProblems = {
  'creative-exists': problem('conflict', 'The creative exists already', 'service ADD makes new creatives only.'),
  'wrong-asset-source-type': problem(
    'conflict',
    'The campaign has another asset source type',
    'The operation is for campaigns whose asset source has the type that `detail` names.',
  ),
  'picture-missing': problem('conflict', 'The picture cannot be rendered', '`detail` says why the ad cannot be drawn.'),
} as const satisfies Problems
