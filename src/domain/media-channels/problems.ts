import { type Problems, problem } from '../shared/problem.ts'

/** Problem codes of this area. */
export const mediaChannelsProblems = {
  'not-a-retailer': problem(
    'forbidden',
    'The organisation is not a retailer',
    'Only retailer organisations can have media channels.',
    'Mark the organisation as a retailer (PUT …/org/{orgId}), or use one that is.',
  ),
  'media-channel-in-use': problem(
    'conflict',
    'The media channel is in use',
    'A campaign that is in progress, published or active uses the channel.',
    'End these campaigns, or disable the channel instead of deleting it.',
  ),
  'media-channel-missing': problem(
    'conflict',
    'The media channel no longer exists',
    'The media channel of the campaign was deleted.',
    'Choose another channel for the campaign.',
  ),
  'media-channel-disabled': problem(
    'conflict',
    'The media channel is disabled',
    'A campaign can only be activated on an Enabled channel.',
    'Enable the channel, or choose another one for the campaign.',
  ),
} as const satisfies Problems
