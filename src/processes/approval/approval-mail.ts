import * as E from 'fp-ts/lib/Either.js'
import { type ApprovalMailsToDo, approvalMailsToDo } from '../../../projections/approval/approval-mails-to-do.ts'
import { approval, linkDays } from '../../domain/approval/approval.ts'
import { requesterWaits, unsentMails } from '../../domain/approval/mails-due.ts'
import type { ApprovalRequest } from '../../domain/approval/state.ts'
import { exportId, exportOf } from '../../domain/exports/export.ts'
import { campaignId } from '../../domain/retail-campaigns/campaign-id.ts'
import { type Claim, process } from '../../engine/react/process.ts'
import { held, settled } from '../../engine/react/settled.ts'
import type { Work } from '../../engine/write/execute.ts'
import { approvalPath } from '../../links/approval-link.ts'
import { approversShown, campaignShown } from '../../lookups/approval-shown.ts'
import { type CampaignContent, contentFromLog } from '../../lookups/campaign-from-log.ts'
import { readCampaign, readSettings } from '../../lookups/campaign-from-views.ts'
import { approvalRequestMail, decisionMail, type MailPreview } from '../../pages/mails.ts'
import type { Ports } from '../../ports/ports.ts'
import { draw, sizeOf } from '../../rendering/draw.ts'
import { pairsOf, zipFilename, zipOfDrawings } from '../../rendering/zip-of-drawings.ts'

type Step = {
  readonly item: ApprovalMailsToDo
  readonly claim: Claim
  readonly work: Work
  readonly ports: Ports
  readonly signal: AbortSignal
}

const idOf = (item: ApprovalMailsToDo) => campaignId(item.accountId, item.retailCampaignIdx)
const at = ({ clock }: Ports) => clock.now().toISOString()
/** Pictures that are drawn for a mail; it shows at most 12 of them, the first size of each creative first. */
const mostPreviews = 36

/** The preview export that an approval request makes along (decision 24): png at resolution 1. */
const makePreviewExport = async ({ item, work, ports, signal }: Step, content: CampaignContent): Promise<void> => {
  const { accountId, retailCampaignIdx } = item
  const key = { accountId, retailCampaignIdx, mode: 'preview', format: 'png', resolution: 1 } as const
  const { state } = await work.load(exportOf, exportId(key))
  if (state.status === 'AVAILABLE' && state.contentHash === content.contentHash) return
  const order = {
    accountId,
    adUnits: content.campaign.adUnits,
    creatives: [...content.creatives.creatives.values()],
    format: 'png',
    resolution: 1,
    signal,
    progressed: async () => {},
  } as const
  const made = await zipOfDrawings(order, ports)
  if (made.failed === made.total) return
  const filename = zipFilename(`${content.campaign.retailCampaignName}_preview`, 'png', 1)
  const available = {
    kind: 'MakeAvailable' as const,
    zip: made.zip,
    size: made.size,
    filename,
    contentHash: content.contentHash,
    at: at(ports),
  }
  settled(await work.execute(exportOf, exportId(key), available))
}

const previewsOf = async (content: CampaignContent, ports: Ports): Promise<readonly MailPreview[]> => {
  const { accountId, adUnits } = content.campaign
  const pairs = pairsOf([...content.creatives.creatives.values()], adUnits).slice(0, mostPreviews)
  const drawn = await Promise.all(pairs.map(pair => draw({ accountId, ...pair, format: 'png', scale: 1 }, ports)))
  return pairs.flatMap(({ creative, adUnit }, i) => {
    const picture = drawn[i]
    if (!picture || 'code' in picture) return []
    return [
      {
        creativeName: creative.creativeName,
        adUnitName: adUnit.adUnitName,
        ...sizeOf(adUnit.dimension),
        png: picture.bytes,
      },
    ]
  })
}

type Asked = {
  readonly request: ApprovalRequest
  readonly content: CampaignContent
  readonly previews: readonly MailPreview[]
}

const writeToApprover = async (step: Step, asked: Asked, approverId: string): Promise<void> => {
  const { item, claim, work, ports } = step
  const { request, content, previews } = asked
  const { accountId, retailCampaignIdx } = item
  const { approvalIdx, approvers, createdOn } = request
  const approver = approvers.find(a => a.approverId === approverId)
  const address = approver && (await ports.secrets.unsealForAccount(accountId, approver.sealedEmail))
  const record = async (bounced?: string) =>
    void settled(
      await work.execute(approval, idOf(item), {
        kind: 'RecordMail',
        attempt: claim.attempt,
        approvalIdx,
        approverId,
        at: at(ports),
        ...(bounced === undefined ? {} : { bounced }),
      }),
    )
  if (!approver || address === undefined) return record('the address was erased')
  const view = settled(await readCampaign(ports.readModels, accountId, retailCampaignIdx)())
  const requester = {
    name: request.requesterName,
    email: (await ports.secrets.unsealForAccount(accountId, request.sealedRequesterEmail)) ?? '',
  }
  const name = approver.userName ?? ''
  const mail = approvalRequestMail({
    requester,
    approver: { name: approver.userName ?? 'there' },
    campaign: await campaignShown(view, ports),
    link:
      ports.config.publicUrl + approvalPath({ accountId, retailCampaignIdx, approvalIdx, approverId }, ports.secrets),
    expiresAt: new Date(Date.parse(createdOn) + linkDays * 86_400_000).toISOString(),
    previews,
    previewCount: content.creatives.creatives.size * content.campaign.adUnits.length,
  })
  const messageId = `approval-${accountId}-${retailCampaignIdx}-${approvalIdx}-${approverId}`
  const failure = await ports.mailer.send({ ...mail, messageId, to: { name, address } })
  if (failure && !failure.permanent) throw new Error(`the mail server did not take the mail: ${failure.reason}`)
  await record(failure?.reason)
}

/** Tells the requester what the deciding vote came to. */
const writeToRequester = async ({ item, claim, work, ports }: Step, request: ApprovalRequest): Promise<void> => {
  const { accountId, retailCampaignIdx } = item
  const { approvalIdx, decision } = request
  const record = async (failure?: string) =>
    void settled(
      await work.execute(approval, idOf(item), {
        kind: 'NotifyRequester',
        attempt: claim.attempt,
        approvalIdx,
        at: at(ports),
        ...(failure === undefined ? {} : { failure }),
      }),
    )
  const address = await ports.secrets.unsealForAccount(accountId, request.sealedRequesterEmail)
  if (address === undefined || decision === undefined) return record('the address was erased')
  const view = settled(await readCampaign(ports.readModels, accountId, retailCampaignIdx)())
  const settings = await readSettings(ports.readModels, accountId)
  const mail = decisionMail({
    requester: { name: request.requesterName },
    campaign: await campaignShown(view, ports),
    decision,
    approvers: approversShown(request, settings),
  })
  const messageId = `decision-${accountId}-${retailCampaignIdx}-${approvalIdx}`
  const failure = await ports.mailer.send({ ...mail, messageId, to: { name: request.requesterName, address } })
  if (failure && !failure.permanent) throw new Error(`the mail server did not take the mail: ${failure.reason}`)
  await record(failure?.reason)
}

const perform = async (step: Step): Promise<void> => {
  const { item, claim, work, ports, signal } = step
  const { state } = await work.load(approval, idOf(item))
  const { request } = state
  const content = await contentFromLog(work, item.accountId, item.retailCampaignIdx)()
  if (request && requesterWaits(state)) await writeToRequester(step, request)
  const due = unsentMails(state).filter(m => m.from <= at(ports))
  if (request && due.length > 0 && E.isRight(content)) {
    await makePreviewExport(step, content.right)
    const previews = await previewsOf(content.right, ports)
    for (const { approverId } of due) {
      signal.throwIfAborted()
      await writeToApprover(step, { request, content: content.right, previews }, approverId)
    }
  }
  settled(await work.execute(approval, idOf(item), { kind: 'FinishMail', attempt: claim.attempt, at: at(ports) }))
}

/** Writes to approvers, and to the requester after the deciding vote (decisions 21 and 22). */
export const approvalMail = process<ApprovalMailsToDo>({
  name: 'approval-mail',
  todo: approvalMailsToDo,
  concurrency: 2,
  start: async (item, claim, work, ports) =>
    held(await work.execute(approval, idOf(item), { kind: 'StartMail', ...claim, at: at(ports) })),
  heartbeat: async (item, { attempt }, work, ports) =>
    held(await work.execute(approval, idOf(item), { kind: 'ShowLife', attempt, at: at(ports) })),
  async release(item, { attempt }, work, ports) {
    held(await work.execute(approval, idOf(item), { kind: 'ReleaseMail', attempt, at: at(ports) }))
  },
  async fail(item, { attempt }, reason, work, ports) {
    held(await work.execute(approval, idOf(item), { kind: 'FailMail', attempt, reason, at: at(ports) }))
  },
  perform: (item, claim, work, ports, signal) => perform({ item, claim, work, ports, signal }),
})
