import * as E from 'fp-ts/lib/Either.js'
import type { FailedMail } from '../../domain/approval/commands.ts'
import { unsentMails } from '../../domain/approval/mails-due.ts'
import type { Approval, ApprovalRequest } from '../../domain/approval/state.ts'
import type { Approver } from '../../domain/provisioning/aggregates.ts'
import { timeOf } from '../../ports/clock.ts'
import { attempted, deliver, logFailed } from './deliver.ts'
import { type MailTurn, mailTurns } from './mail-turns.ts'
import { approvalNow, type MailStep, record } from './mailing.ts'
import { bytesOf, requestMail, type ShownInMails, shownInMails } from './request-mail.ts'

/** Approvers among these who are still due for a mail about a request. */
const stillDue = (state: Approval, approvalIdx: number, approverIds: readonly string[]): readonly Approver[] => {
  const { request } = state
  if (request?.approvalIdx !== approvalIdx) return []
  const unsent = new Set(unsentMails(state).map(mail => mail.approverId))
  return request.approvers.filter(({ approverId: id }) => approverIds.includes(id) && unsent.has(id))
}

type OfRequest = { readonly step: MailStep; readonly request: ApprovalRequest; readonly turn: MailTurn }

/** Records mails that failed and may be tried again. */
const defer = async ({ step, request: { approvalIdx } }: OfRequest, failed: readonly FailedMail[]): Promise<void> => {
  if (failed.length === 0) return
  const reasons = failed.map(mail => mail.reason)
  logFailed(step, reasons)
  const { attempt } = step.claim
  await record(step, { kind: 'DeferMails', attempt, approvalIdx, failed, at: timeOf(step.ports) })
}

/**
 * Sends these approvers a mail each and records it; mails that fail one after the other are recorded together. After a slow mail the others are
 * left for a later attempt, so that other requests have their turn.
 */
const writeToEach = async (of: OfRequest, due: readonly Approver[], shown: ShownInMails): Promise<void> => {
  const { step, request, turn } = of
  const { approvalIdx } = request
  const { monotonic } = step.ports.clock
  const failed: FailedMail[] = []
  let isPrompt = true
  for (const approver of due) {
    if (!isPrompt) break
    step.signal.throwIfAborted()
    const { approverId } = approver
    const from = monotonic()
    const outcome = await deliver(
      step,
      () => requestMail({ request, approver, shown }, step),
      state => stillDue(state, approvalIdx, [approverId]).length > 0,
    )
    isPrompt = turn.wasPrompt(monotonic() - from)
    if (outcome.is === 'failed') {
      failed.push({ approverId, reason: outcome.reason, isUnsure: outcome.isUnsure })
      // the node may be about to stop
      if (outcome.isUnsure) await defer(of, failed.splice(0))
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
  await mailTurns(ports)(item.accountId, signal, turn => writeNow(approvalIdx, approverIds, step, turn))
}

const writeNow = async (
  approvalIdx: number,
  approverIds: readonly string[],
  step: MailStep,
  turn: MailTurn,
): Promise<void> => {
  const state = await approvalNow(step)
  const due = stillDue(state, approvalIdx, approverIds)
  const { request } = state
  if (request === undefined || due.length === 0) return
  const shown = await attempted(step, 'the mail could not be prepared', () => shownInMails(step))
  const of = { step, request, turn }
  if (E.isRight(shown)) turn.holds(bytesOf(shown.right))
  return E.isRight(shown)
    ? writeToEach(of, due, shown.right)
    : defer(
        of,
        due.map(({ approverId }) => ({ approverId, reason: shown.left })),
      )
}
