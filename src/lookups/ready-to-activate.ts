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
  const accepted = [...trackerTypes].flatMap(([name, { activation }]) => (activation ? [name] : []))
  const detail = `must be a tracker type that activation accepts: ${accepted.join(', ') || 'there is none'}`
  const errors = sent.flatMap((type, i) =>
    accepted.includes(type) ? [] : [{ pointer: `/trackerTypes/${i}`, code: 'unknown-tracker-type', detail }],
  )
  const [first] = errors
  return first ? refuse('invalid-request', `${first.pointer} ${detail}.`, { errors }) : E.right(undefined)
}

/** The approval status of the current content of a campaign (APPROVAL-4), from the log. */
export const approvalFromLog = async (
  work: Work,
  { campaign, contentHash }: CampaignContent,
): Promise<ApprovalStatus> => {
  const { accountId, retailCampaignIdx } = campaign
  const [settings, { state }] = await Promise.all([
    settingsFromLog(work, accountId),
    work.load(approval, campaignId(accountId, retailCampaignIdx)),
  ])
  return approvalStatus(state.request, settings, contentHash)
}
