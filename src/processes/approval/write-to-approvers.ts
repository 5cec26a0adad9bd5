import { linkDays } from '../../domain/approval/approval.ts'
import { unsentMails } from '../../domain/approval/mails-due.ts'
import type { ApprovalRequest } from '../../domain/approval/state.ts'
import { exportId, exportOf } from '../../domain/exports/export.ts'
import type { Approver } from '../../domain/provisioning/aggregates.ts'
import { settled } from '../../engine/react/settled.ts'
import { approvalPath } from '../../links/approval-link.ts'
import { campaignShown } from '../../lookups/approval-shown.ts'
import { type CampaignContent, contentFromLog } from '../../lookups/campaign-from-log.ts'
import { readCampaign } from '../../lookups/campaign-from-views.ts'
import { approvalRequestMail, type MailPreview } from '../../pages/mails.ts'
import { timeOf } from '../../ports/clock.ts'
import type { Ports } from '../../ports/ports.ts'
import { draw, sizeOf } from '../../rendering/draw.ts'
import { pairsOf } from '../../rendering/zip-of-drawings.ts'
import { makeExportAvailable } from '../exports/zip-of-campaign.ts'
import { approvalNow, erased, type MailStep, record, send } from './mailing.ts'

/** The most previews that are rendered for a mail; it shows at most 12, the first size of each creative first. */
const mostPreviews = 36

/** The preview export that comes with an approval request (EXPORT-4): png at resolution 1. */
const makePreviewExport = async (step: MailStep, content: CampaignContent): Promise<void> => {
  const { accountId, retailCampaignIdx } = step.item
  const key = { accountId, retailCampaignIdx, mode: 'preview', format: 'png', resolution: 1 } as const
  const { state } = await step.work.load(exportOf, exportId(key))
  if (state.status === 'AVAILABLE' && state.contentHash === content.contentHash) return
  await makeExportAvailable(content, key, step)
}

const previewsOf = async (content: CampaignContent, ports: Ports): Promise<readonly MailPreview[]> => {
  const { accountId, adUnits } = content.campaign
  const pairs = pairsOf([...content.creatives.creatives.values()], adUnits).slice(0, mostPreviews)
  const drawn = await Promise.all(pairs.map(pair => draw({ accountId, ...pair, format: 'png', scale: 1 }, ports)))
  return pairs.flatMap(({ creative: { creativeName }, adUnit: { adUnitName, dimension } }, i) => {
    const picture = drawn[i]
    if (!picture || 'code' in picture) return []
    return [{ creativeName, adUnitName, ...sizeOf(dimension), png: picture.bytes }]
  })
}

type PreparedRequest = {
  readonly request: ApprovalRequest
  readonly content: CampaignContent
  readonly previews: readonly MailPreview[]
}

const write = async (
  step: MailStep,
  { request, content, previews }: PreparedRequest,
  approver: Approver,
): Promise<void> => {
  const { item, claim, ports } = step
  const { accountId, retailCampaignIdx } = item
  const { approvalIdx, createdOn, requesterName, sealedRequesterEmail } = request
  const { approverId, userName } = approver
  const written = (bounced: string | undefined) =>
    record(step, {
      kind: 'RecordMail',
      attempt: claim.attempt,
      approvalIdx,
      approverId,
      at: timeOf(ports),
      ...(bounced === undefined ? {} : { bounced }),
    })
  const address = await ports.secrets.unsealForAccount(accountId, approver.sealedEmail)
  if (address === undefined) return written(erased)
  const view = settled(await readCampaign(ports.readModels, accountId, retailCampaignIdx)())
  const email = (await ports.secrets.unsealForAccount(accountId, sealedRequesterEmail)) ?? ''
  const mail = approvalRequestMail({
    requester: { name: requesterName, email },
    approver: { name: userName ?? 'there' },
    campaign: await campaignShown(view, ports),
    link:
      ports.config.publicUrl + approvalPath({ accountId, retailCampaignIdx, approvalIdx, approverId }, ports.secrets),
    expiresAt: new Date(Date.parse(createdOn) + linkDays * 86_400_000).toISOString(),
    previews,
    previewCount: content.creatives.creatives.size * content.campaign.adUnits.length,
  })
  const messageId = `approval-${accountId}-${retailCampaignIdx}-${approvalIdx}-${approverId}`
  await written(await send({ ...mail, messageId, to: { name: userName ?? '', address } }, ports))
}

/** Sends each of these approvers of a request a mail with a personal link, and creates the preview export. */
export const writeToApprovers = async (
  approvalIdx: number,
  approverIds: readonly string[],
  step: MailStep,
): Promise<void> => {
  const { item, work, ports, signal } = step
  const state = await approvalNow(step)
  const { request } = state
  if (request?.approvalIdx !== approvalIdx) return
  const unsent = new Set(unsentMails(state).map(mail => mail.approverId))
  const due = request.approvers.filter(({ approverId: id }) => approverIds.includes(id) && unsent.has(id))
  if (due.length === 0) return
  const content = settled(await contentFromLog(work, item.accountId, item.retailCampaignIdx)())
  await makePreviewExport(step, content)
  const previews = await previewsOf(content, ports)
  for (const approver of due) {
    signal.throwIfAborted()
    await write(step, { request, content, previews }, approver)
  }
}
