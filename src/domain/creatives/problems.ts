import { type Problems, problem } from '../shared/problem.ts'

/** Problem codes of this area. */
export const creativesProblems = {
  'creative-exists': problem('conflict', 'The creative already exists', 'service ADD only creates new creatives.'),
  'wrong-asset-source-type': problem(
    'conflict',
    'The campaign has another asset source type',
    'The operation requires a campaign with the asset source type that `detail` names.',
  ),
  'picture-missing': problem(
    'conflict',
    'The image cannot be rendered',
    '`detail` says why the ad cannot be rendered.',
  ),
} as const satisfies Problems
