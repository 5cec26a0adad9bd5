import * as E from 'fp-ts/lib/Either.js'
import { approval } from '../domain/approval/approval.ts'
import { type ApprovalStatus, approvalStatus } from '../domain/approval/status.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import { refuse } from '../engine/reply.ts'
import type { Work } from '../engine/write/execute.ts'
import type { Ports } from '../ports/ports.ts'
import type { CampaignContent } from './campaign-from-log.ts'
import { settingsFromLog } from './settings-from-log.ts'

/** Refuses tracker types that activation does not accept. */
export const mustBeTrackerTypes = (
  sent: readonly string[],
  { trackerTypes }: Pick<Ports, 'trackerTypes'>,
): E.Either<Rejection, void> => {
  const detail = 'is not a tracker type that activation accepts'
  const errors = sent.flatMap((type, i) =>
    trackerTypes.get(type)?.activation ? [] : [{ pointer: `/trackerTypes/${i}`, code: 'unknown-tracker-type', detail }],
  )
  return errors.length === 0 ? E.right(undefined) : refuse('invalid-request', 'Unknown tracker types.', { errors })
}

/** The approval status of the current content of a campaign (APPROVAL-4), from the log. */
export const approvalFromLog = async (
  work: Work,
  { campaign, contentHash }: CampaignContent,
): Promise<ApprovalStatus> => {
  const { accountId, retailCampaignIdx } = campaign
  const settings = await settingsFromLog(work, accountId)
  const { request } = (await work.load(approval, campaignId(accountId, retailCampaignIdx))).state
  return approvalStatus(request, settings, contentHash)
}
