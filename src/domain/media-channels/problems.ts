import { type Problems, problem } from '../shared/problem.ts'

/** What this area refuses. */
export const mediaChannelsProblems = {
  'not-a-retailer': problem(
    'forbidden',
    'The organisation is not a retailer',
    'Media channels belong to organisations of retailers.',
  ),
  'media-channel-in-use': problem(
    'conflict',
    'The media channel is in use',
    'A campaign that is in progress, published or active uses it.',
  ),
  'media-channel-missing': problem(
    'conflict',
    'The media channel no longer exists',
    'The media channel of the campaign was deleted. Choose another one.',
  ),
  'media-channel-disabled': problem(
    'conflict',
    'The media channel is disabled',
    'A campaign can be activated only on a channel that is Enabled.',
  ),
} as const satisfies Problems
