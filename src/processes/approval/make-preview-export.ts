import * as E from 'fp-ts/lib/Either.js'
import { dueMails } from '../../domain/approval/mails-due.ts'
import { exportId, exportOf } from '../../domain/exports/export.ts'
import { AttemptFailed } from '../../engine/react/attempt-failed.ts'
import { settled } from '../../engine/react/settled.ts'
import { throttled } from '../../engine/react/throttled.ts'
import { contentFromLog } from '../../lookups/campaign-from-log.ts'
import { shownContent } from '../../lookups/shown-content.ts'
import { timeOf } from '../../ports/clock.ts'
import { RendererUnavailable } from '../../ports/renderer.ts'
import { makeExportAvailable } from '../exports/zip-of-campaign.ts'
import { attempted } from './deliver.ts'
import { approvalNow, type MailStep } from './mailing.ts'

/** Thrown when a mail is due while the export is being made. */
class MailDue extends Error {
  override readonly name = 'MailDue'
}

const isMailDue = async (step: MailStep): Promise<boolean> => {
  const { open, notBefore } = dueMails(await approvalNow(step))
  const now = timeOf(step.ports)
  return open && (notBefore ?? now) <= now
}

const made = async (step: MailStep): Promise<void> => {
  if (await isMailDue(step)) return
  const { item, work, ports } = step
  const { accountId, retailCampaignIdx } = item
  const content = settled(await contentFromLog(work, accountId, retailCampaignIdx, ports)())
  const key = { accountId, retailCampaignIdx, mode: 'preview', format: 'png', resolution: 1 } as const
  // of a request that no longer counts nobody sees it
  if ((await approvalNow(step)).request?.contentHash !== content.contentHash) return
  const { state } = await work.load(exportOf, exportId(key))
  if (state.status === 'AVAILABLE' && state.contentHash === content.contentHash) return
  const givingWay = throttled(ports.clock, async () => {
    if (await isMailDue(step)) throw new MailDue()
  })
  await makeExportAvailable(await shownContent(content, ports), key, step, givingWay).catch(error => {
    if (error instanceof MailDue) return
    if (!(error instanceof RendererUnavailable)) throw error
    ports.logger.warn({ err: error, accountId, retailCampaignIdx }, 'an approval request has no preview export')
  })
}

/**
 * Makes the preview export of an approval request (APPROVAL-15, EXPORT-4): png at resolution 1. It may take hours, so it comes after the
 * mails, and ends when another one is due; the attempt that sends that makes it then, from drawings that are kept. An export that fails
 * keeps no mail back.
 */
export const makePreviewExport = async (step: MailStep): Promise<void> => {
  const why = 'the preview export could not be made'
  const outcome = await attempted(step, why, () => made(step))
  if (E.isLeft(outcome) && !dueMails(await approvalNow(step)).open) throw new AttemptFailed(why)
}
