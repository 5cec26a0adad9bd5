import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { text } from '../../src/codec/text.ts'
import { approval, outcome } from '../../src/domain/approval/approval.ts'
import { decisions } from '../../src/domain/approval/events.ts'
import type { LinkTarget } from '../../src/domain/approval/link.ts'
import { retailSettings } from '../../src/domain/provisioning/aggregates.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { command } from '../../src/engine/operation.ts'
import { rawReply } from '../../src/engine/reply.ts'
import type { Work } from '../../src/engine/write/execute.ts'
import { approvalTarget } from '../../src/links/approval-link.ts'
import { approvalPageData, campaignShown, linkState } from '../../src/lookups/approval-shown.ts'
import { contentFromLog } from '../../src/lookups/campaign-from-log.ts'
import { readCampaign } from '../../src/lookups/campaign-from-views.ts'
import {
  type ApprovalProblemCode,
  approvalConfirmationPage,
  approvalProblemPage,
} from '../../src/pages/approval-answer-pages.ts'
import { approvalPage, commentMax } from '../../src/pages/approval-page.ts'
import { approvalPageHeaders } from '../../src/pages/layout.ts'
import type { Ports } from '../../src/ports/ports.ts'

const page = (html: string, status = 200) =>
  rawReply({ raw: html, status, contentType: 'text/html; charset=utf-8', headers: approvalPageHeaders })

/** POST /approvals/{token}: an approver's answer, from the form of the page (decision 22). */
export const recordApprovalDecision = command({
  summary: "Record an approver's answer",
  extension: true,
  noStore: true,
  form: true,
  params: t.type({ token: text({ max: 600 }) }),
  body: fields({}, { decision: text({ max: 20 }), comment: text({ max: 20_000, multiline: true }) }),
  reply: { media: 'text/html' },
  async run({ params: { token }, body: { decision: sent, comment: typed = '' } }, work, ports) {
    const target = approvalTarget(token, ports.secrets)
    if (target === undefined) return page(approvalProblemPage({ code: 'approval-link-unknown' }), 404)
    const decision = decisions.find(d => d === sent)
    const comment = typed.replace(/\r\n?/g, '\n').trim()
    if (decision === undefined) return again(target, ports, 'Please choose: approve or reject.', comment)
    if (comment.length > commentMax)
      return again(
        target,
        ports,
        `Please keep the comment to ${commentMax} characters; it has ${comment.length}.`,
        comment,
      )
    if (!(await isApprover(target, work))) return page(approvalProblemPage({ code: 'approval-superseded' }))
    const content = await contentFromLog(work, target.accountId, target.retailCampaignIdx)
    if (E.isLeft(content)) return page(approvalProblemPage({ code: 'approval-link-unknown' }), 404)
    const { approvalIdx, approverId } = target
    const decide = {
      kind: 'Decide' as const,
      approvalIdx,
      approverId,
      decision,
      comment,
      contentHash: content.right.contentHash,
      at: ports.clock.now().toISOString(),
    }
    const id = campaignId(target.accountId, target.retailCampaignIdx)
    const done = await work.execute(approval, id, decide)
    if (E.isLeft(done)) return isShown(done.left.code) ? refusedPage(target, done.left.code, ports) : done
    const view = await readCampaign(ports.readModels, target.accountId, target.retailCampaignIdx)
    const { request } = done.right.state
    if (E.isLeft(view) || request === undefined)
      return page(approvalProblemPage({ code: 'approval-link-unknown' }), 404)
    const { name: campaignName, accountName } = await campaignShown(view.right, ports)
    const approvals = Object.values(request.votes).filter(v => v.decision === 'Approved').length
    const own = request.votes[approverId]
    const shown = {
      campaignName,
      accountName,
      decision,
      comment: own?.comment ?? comment,
      approvals,
      requiredApprovals: request.requiredApprovals,
    }
    return page(approvalConfirmationPage({ ...shown, status: outcome(request) ?? 'Pending' }))
  },
})

/** An approver who left the settings decides no more (decision 21). */
const isApprover = async (target: LinkTarget, work: Work): Promise<boolean> => {
  const { state } = await work.load(retailSettings, target.accountId)
  return state.value?.approvers.some(a => a.approverId === target.approverId) ?? false
}

const shownCodes = [
  'approval-link-expired',
  'approval-superseded',
  'approval-already-decided',
  'approval-content-changed',
] as const
const isShown = (code: string): code is ApprovalProblemCode => shownCodes.some(c => c === code)

const refusedPage = async (target: LinkTarget, code: string, ports: Ports) => {
  const state = await linkState(target, ports)
  return page(approvalProblemPage(state.kind === 'problem' ? state.problem : { code: code as ApprovalProblemCode }))
}

/** The form once more, with what was wrong and what was typed. */
const again = async (target: LinkTarget, ports: Ports, warning: string, comment: string) => {
  const state = await linkState(target, ports)
  if (state.kind === 'problem') return page(approvalProblemPage(state.problem))
  return page(approvalPage({ ...(await approvalPageData(state, ports)), warning, comment }), 400)
}
