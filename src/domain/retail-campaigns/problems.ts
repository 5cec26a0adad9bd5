import { type Problems, problem } from '../shared/problem.ts'

/** Problem codes of this area. */
export const retailCampaignsProblems = {
  'external-id-taken': problem(
    'conflict',
    'The externalId is taken',
    'Another campaign of the account uses it; see `retailCampaignIdx`.',
    'Use that campaign, or choose another externalId.',
  ),
  'template-missing': problem(
    'conflict',
    'The template campaign no longer exists',
    'The campaign keeps its copy of the ad units, which can no longer be refreshed.',
    'Leave refreshTemplate out, or store the template campaign again under its number.',
  ),
} as const satisfies Problems
