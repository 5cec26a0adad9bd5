import { type Problems, problem } from '../shared/problem.ts'

/** What this area refuses. */
export const retailCampaignsProblems = {
  'external-id-taken': problem(
    'conflict',
    'The externalId is taken',
    'Another campaign of the account uses it; `retailCampaignIdx` names that campaign.',
  ),
  'template-missing': problem(
    'conflict',
    'The template campaign no longer exists',
    'The campaign keeps its copy of the ad units; it cannot be refreshed.',
  ),
} as const satisfies Problems
