import { type Problems, problem } from '../shared/problem.ts'

/** The problem codes of this area. */
export const activationProblems = {
  'approval-required': problem(
    'conflict',
    'An approval is required',
    'The campaign has approvers, and its current content is not approved.',
    'Request an approval (POST …/approvalRequest) and activate once the approvers have agreed.',
  ),
  'nothing-to-activate': problem(
    'conflict',
    'There is nothing to activate',
    'The campaign has no creative yet.',
    'Save a creative first, or load rows into the product feed, then activate again.',
  ),
  'campaign-ended': problem(
    'conflict',
    'The campaign has ended',
    'An ended campaign stays ended.',
    'Clone the campaign to run it again.',
  ),
  'campaign-not-active': problem(
    'conflict',
    'The campaign is not active',
    'A campaign has tags once it has been activated.',
    'Activate the campaign (POST …/activate) and wait until it is ACTIVE.',
  ),
  'tags-not-generated': problem(
    'conflict',
    'The media channel generates no tags',
    'tagGeneration of the channel was off when the campaign was activated.',
    'Set tagGeneration of the channel, or choose another channel, and activate again.',
  ),
  'dsp-configuration-missing': problem(
    'conflict',
    'The DSP configuration is missing',
    'The media channel pushes tags with a DSP configuration of this name, and the account has none.',
    'Create it in the account, or select another channel.',
  ),
} as const satisfies Problems
