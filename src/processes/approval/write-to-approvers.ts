import * as E from 'fp-ts/lib/Either.js'
import type { FailedMail } from '../../domain/approval/commands.ts'
import { linkEnd } from '../../domain/approval/link.ts'
import { unsentMails } from '../../domain/approval/mails-due.ts'
import type { Approval, ApprovalRequest } from '../../domain/approval/state.ts'
import type { Approver } from '../../domain/provisioning/aggregates.ts'
import { erased } from '../../domain/shared/erased.ts'
import { fairSlots } from '../../engine/fair-slots.ts'
import { keptBy } from '../../engine/kept-by.ts'
import { settled } from '../../engine/react/settled.ts'
import { approvalPath } from '../../links/approval-link.ts'
import { campaignShown } from '../../lookups/approval-shown.ts'
import { contentFromLog } from '../../lookups/campaign-from-log.ts'
import { readCampaign } from '../../lookups/campaign-from-views.ts'
import { openedApprover, openedRequester } from '../../lookups/opened-approval.ts'
import { settingsFromLog } from '../../lookups/settings-from-log.ts'
import { type ShownContent, shownContent } from '../../lookups/shown-content.ts'
import { approvalRequestMail, type MailPreview } from '../../pages/mails.ts'
import { timeOf } from '../../ports/clock.ts'
import type { Mail } from '../../ports/mailer.ts'
import type { Ports } from '../../ports/ports.ts'
import { RendererUnavailable } from '../../ports/renderer.ts'
import { draw, sizeOf } from '../../rendering/draw.ts'
import { pairsOf } from '../../rendering/drawings.ts'
import { addressErased, attempted, deliver, logFailed } from './deliver.ts'
import { approvalNow, type MailStep, record } from './mailing.ts'

/** The most previews that are rendered for a mail; it shows at most 12, the first size of each creative first. */
const mostPreviews = 36

const previewsOf = async (content: ShownContent, ports: Ports): Promise<readonly MailPreview[]> => {
  const { accountId, adUnits } = content.campaign
  const pairs = pairsOf(content.creatives, adUnits).slice(0, mostPreviews)
  const drawn = await Promise.all(pairs.map(pair => draw({ accountId, ...pair, format: 'png', scale: 1 }, ports)))
  return pairs.flatMap(({ creative: { creativeName }, adUnit: { adUnitName, dimension } }, i) => {
    const picture = drawn[i]
    if (!picture || 'code' in picture) return []
    return [{ creativeName, adUnitName, ...sizeOf(dimension), png: picture.bytes }]
  })
}

type Shown = { readonly content: ShownContent; readonly previews: readonly MailPreview[] }

/** While Chromium is unavailable a request is sent without pictures: its page shows the ads all the same. */
const withoutPictures =
  ({ logger }: Ports) =>
  (err: unknown): readonly MailPreview[] => {
    if (!(err instanceof RendererUnavailable)) throw err
    logger.warn({ err }, 'an approval request is sent without pictures')
    return []
  }

/** What all mails about a request show. */
const shownIn = async ({ item, work, ports }: MailStep): Promise<Shown> => {
  const log = settled(await contentFromLog(work, item.accountId, item.retailCampaignIdx, ports)())
  const content = await shownContent(log, ports)
  return { content, previews: await previewsOf(content, ports).catch(withoutPictures(ports)) }
}

/** Whether the settings name an approver now. */
const isApprover = async ({ item: { accountId }, work }: MailStep, approverId: string): Promise<boolean> =>
  (await settingsFromLog(work, accountId)).approvers.some(one => one.approverId === approverId)

/** The mail to an approver, or why there is none. */
const mailOf = async (
  {
    request,
    approver,
    shown,
  }: { readonly request: ApprovalRequest; readonly approver: Approver; readonly shown: Shown },
  step: MailStep,
): Promise<E.Either<string, Mail>> => {
  const { item, ports } = step
  const { accountId, retailCampaignIdx } = item
  const { approvalIdx } = request
  const { approverId, userEmail: address, userName } = await openedApprover(accountId, approver, ports.secrets)
  if (address === erased) return E.left(addressErased)
  if (!(await isApprover(step, approverId))) return E.left('the approver left the settings')
  const view = settled(await readCampaign(ports.readModels, accountId, retailCampaignIdx)())
  const requester = await openedRequester(accountId, request, ports.secrets)
  const { content, previews } = shown
  const mail = approvalRequestMail({
    requester: { name: requester.name, email: requester.address ?? erased },
    approver: { name: userName ?? 'there' },
    campaign: await campaignShown(view, ports),
    link:
      ports.config.publicUrl + approvalPath({ accountId, retailCampaignIdx, approvalIdx, approverId }, ports.secrets),
    expiresAt: new Date(linkEnd(request)).toISOString(),
    previews,
    previewCount: content.creatives.length * content.campaign.adUnits.length,
  })
  const messageId = `approval-${accountId}-${retailCampaignIdx}-${approvalIdx}-${approverId}`
  return E.right({ ...mail, messageId, to: { name: userName ?? '', address } })
}

/** Approvers among these who are still due for a mail about a request. */
const stillDue = (state: Approval, approvalIdx: number, approverIds: readonly string[]): readonly Approver[] => {
  const { request } = state
  if (request?.approvalIdx !== approvalIdx) return []
  const unsent = new Set(unsentMails(state).map(mail => mail.approverId))
  return request.approvers.filter(({ approverId: id }) => approverIds.includes(id) && unsent.has(id))
}

type OfRequest = { readonly step: MailStep; readonly request: ApprovalRequest }

/** Records mails that failed and may be tried again. */
const defer = async ({ step, request: { approvalIdx } }: OfRequest, failed: readonly FailedMail[]): Promise<void> => {
  if (failed.length === 0) return
  const reasons = failed.map(mail => mail.reason)
  logFailed(step, reasons)
  const { attempt } = step.claim
  await record(step, { kind: 'DeferMails', attempt, approvalIdx, failed, at: timeOf(step.ports) })
}

/** Sends each of these approvers a mail and records it; mails that fail one after the other are recorded together. */
const writeToEach = async (of: OfRequest, due: readonly Approver[], shown: Shown): Promise<void> => {
  const { step, request } = of
  const { approvalIdx } = request
  const failed: FailedMail[] = []
  for (const approver of due) {
    step.signal.throwIfAborted()
    const { approverId } = approver
    const outcome = await deliver(
      step,
      () => mailOf({ request, approver, shown }, step),
      state => stillDue(state, approvalIdx, [approverId]).length > 0,
    )
    if (outcome.is === 'failed') {
      failed.push({ approverId, reason: outcome.reason })
      continue
    }
    await defer(of, failed.splice(0))
    if (outcome.is === 'void') continue
    const mail = { attempt: step.claim.attempt, approvalIdx, approverId, at: timeOf(step.ports) }
    const bounced = outcome.is === 'refused' ? { bounced: outcome.reason } : {}
    await record(step, { kind: 'RecordMail', ...mail, ...bounced })
  }
  await defer(of, failed)
}

/** Accounts for whose mails pictures are held at a time: a mail server may keep each mail waiting for a minute. */
const slots = keptBy(() => fairSlots({ inAll: 4, perAccount: 2 }))

/**
 * Sends each of these approvers of a request a mail with a personal link. A mail that fails keeps no other one back: it is
 * recorded as deferred and has pauses of its own (APPROVAL-14).
 */
export const writeToApprovers = async (
  approvalIdx: number,
  approverIds: readonly string[],
  step: MailStep,
): Promise<void> => {
  const { signal, item, ports } = step
  await slots(ports).run(item.accountId, () => writeNow(approvalIdx, approverIds, step), signal)
}

const writeNow = async (approvalIdx: number, approverIds: readonly string[], step: MailStep): Promise<void> => {
  const state = await approvalNow(step)
  const due = stillDue(state, approvalIdx, approverIds)
  const { request } = state
  if (request === undefined || due.length === 0) return
  const shown = await attempted(step, 'the mail could not be prepared', () => shownIn(step))
  const of = { step, request }
  return E.isRight(shown)
    ? writeToEach(of, due, shown.right)
    : defer(
        of,
        due.map(({ approverId }) => ({ approverId, reason: shown.left })),
      )
}
