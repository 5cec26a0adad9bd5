import * as E from 'fp-ts/lib/Either.js'
import { mostShown } from '../../approval/approval-creatives.ts'
import { campaignShown } from '../../approval/approval-shown.ts'
import { openedApprover, openedRequester } from '../../approval/opened-approval.ts'
import { linkEnd } from '../../domain/approval/link.ts'
import type { ApprovalRequest } from '../../domain/approval/state.ts'
import type { Approver } from '../../domain/provisioning/aggregates.ts'
import { erased } from '../../domain/shared/erased.ts'
import { settled } from '../../engine/react/settled.ts'
import { approvalPath } from '../../links/approval-link.ts'
import { contentFromLog } from '../../lookups/campaign-from-log.ts'
import { readCampaign } from '../../lookups/campaign-from-views.ts'
import { hasEnded } from '../../lookups/has-ended.ts'
import { settingsFromLog } from '../../lookups/settings-from-log.ts'
import { type ShownContent, shownContent } from '../../lookups/shown-content.ts'
import { approvalRequestMail, type MailPreview } from '../../pages/mails.ts'
import { pickInline } from '../../pages/pick-inline.ts'
import type { Mail } from '../../ports/mailer.ts'
import type { Ports } from '../../ports/ports.ts'
import { RendererUnavailable } from '../../ports/renderer.ts'
import { draw, sizeOf } from '../../rendering/draw.ts'
import { type Pair, pairsOf } from '../../rendering/drawings.ts'
import { addressErased } from './deliver.ts'
import type { MailStep } from './mailing.ts'

/** The most previews that are rendered for a mail; it shows at most 12, the first size of each creative first. */
const mostPreviews = 36
/** Sizes of each creative that are rendered at least, because one ad unit may be broken. */
const leastSizes = 3

/** What is rendered for a mail: of the first creatives as many sizes as there is room for. */
const pairsForMail = ({ creatives, campaign: { adUnits } }: ShownContent): readonly Pair[] => {
  const sizes = Math.max(leastSizes, Math.floor(mostPreviews / Math.max(1, creatives.length)))
  return pairsOf(creatives, adUnits.slice(0, sizes)).slice(0, mostPreviews)
}

const previewsOf = async (content: ShownContent, ports: Ports): Promise<readonly MailPreview[]> => {
  const { accountId } = content.campaign
  const pairs = pairsForMail(content)
  const drawn = await Promise.all(pairs.map(pair => draw({ accountId, ...pair, format: 'png', scale: 1 }, ports)))
  const previews = pairs.flatMap(({ creative: { creativeName }, adUnit: { adUnitName, dimension } }, i) => {
    const picture = drawn[i]
    if (!picture || 'code' in picture) return []
    const png = picture.bytes
    return [{ creativeName, adUnitName, ...sizeOf(dimension), png, size: png.length }]
  })
  // the others are not kept while mail servers are waited for
  return pickInline(previews).shown
}

/** What all mails about a request show; the page may have more previews. */
export type ShownInMails = { readonly previews: readonly MailPreview[]; readonly previewCount: number }

/** Bytes of the pictures in mails about a request. */
export const bytesOf = ({ previews }: ShownInMails): number => previews.reduce((sum, { png }) => sum + png.length, 0)

/** While Chromium is unavailable a request is sent without pictures: its page shows the ads all the same. */
const withoutPictures =
  ({ logger }: Ports) =>
  (err: unknown): readonly MailPreview[] => {
    if (!(err instanceof RendererUnavailable)) throw err
    logger.warn({ err }, 'an approval request is sent without pictures')
    return []
  }

/** Reads and draws what all mails about a request show. */
export const shownInMails = async ({ item, work, ports }: MailStep): Promise<ShownInMails> => {
  const log = settled(await contentFromLog(work, item.accountId, item.retailCampaignIdx, ports)())
  const content = await shownContent(log, ports)
  const { creatives, campaign } = content
  return {
    previews: await previewsOf(content, ports).catch(withoutPictures(ports)),
    previewCount: Math.min(creatives.length, mostShown(campaign)) * campaign.adUnits.length,
  }
}

/** Whether the settings name an approver now. */
const isApprover = async ({ item: { accountId }, work }: MailStep, approverId: string): Promise<boolean> =>
  (await settingsFromLog(work, accountId)).approvers.some(one => one.approverId === approverId)

/** The mail to an approver, or why there is none. */
export const requestMail = async (
  {
    request,
    approver,
    shown,
  }: { readonly request: ApprovalRequest; readonly approver: Approver; readonly shown: ShownInMails },
  step: MailStep,
): Promise<E.Either<string, Mail>> => {
  const { item, ports } = step
  const { accountId, retailCampaignIdx } = item
  const { approvalIdx } = request
  const { approverId, userEmail: address, userName } = await openedApprover(accountId, approver, ports.secrets)
  if (address === erased) return E.left(addressErased)
  if (!(await isApprover(step, approverId))) return E.left('the approver left the settings')
  if (await hasEnded(step.work, item)) return E.left('the campaign has ended')
  const view = settled(await readCampaign(ports.readModels, accountId, retailCampaignIdx)())
  const requester = await openedRequester(accountId, request, ports.secrets)
  const mail = approvalRequestMail({
    requester: { name: requester.name, email: requester.address ?? erased },
    approver: { name: userName ?? 'there' },
    campaign: await campaignShown(view, ports),
    link:
      ports.config.publicUrl + approvalPath({ accountId, retailCampaignIdx, approvalIdx, approverId }, ports.secrets),
    expiresAt: new Date(linkEnd(request)).toISOString(),
    ...shown,
  })
  const messageId = `approval-${accountId}-${retailCampaignIdx}-${approvalIdx}-${approverId}`
  return E.right({ ...mail, messageId, to: { name: userName ?? '', address } })
}
