import { activationProblems } from './activation/problems.ts'
import { approvalProblems } from './approval/problems.ts'
import { assetSourcesProblems } from './asset-sources/problems.ts'
import { assetsProblems } from './assets/problems.ts'
import { cloudProblems } from './cloud/problems.ts'
import { creativesProblems } from './creatives/problems.ts'
import { dspProblems } from './dsp/problems.ts'
import { idempotencyProblems } from './idempotency/problems.ts'
import { jobsProblems } from './jobs/problems.ts'
import { keysProblems } from './keys/problems.ts'
import { mediaChannelsProblems } from './media-channels/problems.ts'
import { retailCampaignsProblems } from './retail-campaigns/problems.ts'
import { generalProblems } from './shared/general-problems.ts'
import { storageProblems } from './storage/problems.ts'
import { templatesProblems } from './templates/problems.ts'
import { webhooksProblems } from './webhooks/problems.ts'

/** The problem codes of all areas. A rejection with an unregistered code does not compile. */
export const domainProblems = {
  ...generalProblems,
  ...keysProblems,
  ...idempotencyProblems,
  ...activationProblems,
  ...approvalProblems,
  ...creativesProblems,
  ...retailCampaignsProblems,
  ...assetsProblems,
  ...assetSourcesProblems,
  ...mediaChannelsProblems,
  ...cloudProblems,
  ...dspProblems,
  ...storageProblems,
  ...templatesProblems,
  ...jobsProblems,
  ...webhooksProblems,
} as const
export type ProblemCode = keyof typeof domainProblems
