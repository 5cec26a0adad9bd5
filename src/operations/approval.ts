import { recordApprovalDecision } from '../../commands/approval/record-approval-decision.ts'
import { submitApprovalRequest } from '../../commands/approval/submit-approval-request.ts'
import { getApprovalPage } from '../../queries/approval/get-approval-page.ts'
import { getApprovalStatus } from '../../queries/approval/get-approval-status.ts'
import { listApprovalPreviews } from '../../queries/approval/list-approval-previews.ts'
import { area, get, post } from './row.ts'

const campaign = '/v2/accounts/:accountId/retail-campaigns/:retailCampaignIdx'

/** Requests approval by mail, and records the approvers' decisions. */
export const approval = area('Approval', [
  post(`${campaign}/approvalRequest`, 'MediaPlan_Tags_Create', { submitApprovalRequest }),
  get(`${campaign}/approvalStatus`, 'MediaPlan_Tags_Create', { getApprovalStatus }),
  get(`${campaign}/approvalPreviews`, 'MediaPlan_Tags_Create', { listApprovalPreviews }),
  get('/approvals/:token', 'public', { getApprovalPage }),
  post('/approvals/:token', 'public', { recordApprovalDecision }),
])
