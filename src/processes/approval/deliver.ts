import * as E from 'fp-ts/lib/Either.js'
import type { MailFault } from '../../domain/approval/commands.ts'
import type { Approval } from '../../domain/approval/state.ts'
import { ClaimLost } from '../../engine/react/process.ts'
import type { Mail } from '../../ports/mailer.ts'
import { levelOf, WrittenByNewer } from '../../ports/store-away.ts'
import { approvalNow, type MailStep } from './mailing.ts'

/** What came of a mail. `void`: it is no longer wanted. `failed`: it may be tried again. */
export type Outcome =
  | { readonly is: 'sent' | 'void' }
  | { readonly is: 'refused'; readonly reason: string }
  | ({ readonly is: 'failed' } & MailFault)

/** The reason when the keys of an account, and with them its addresses, were erased. */
export const addressErased = 'the address was erased'

/**
 * The result of a part of the work, or `reason` if it failed. The error is only logged: it may name files and hosts. A lost
 * claim, events of a newer release and a stop of the node end the attempt.
 */
export const attempted = async <A>(
  { item: { accountId, retailCampaignIdx }, ports, signal }: MailStep,
  reason: string,
  work: () => Promise<A>,
): Promise<E.Either<string, A>> => {
  try {
    return E.right(await work())
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ClaimLost || error instanceof WrittenByNewer) throw error
    ports.logger[levelOf(error, 'warn')](
      { accountId, retailCampaignIdx, err: error },
      `${reason}; it is tried again later`,
    )
    return E.left(reason)
  }
}

/**
 * Sends a mail once the log confirms that this worker still holds the campaign's mails, and that the mail is still wanted
 * (`isDue`). `make` gives the reason why there is no mail, such as an erased address. A stop of the node or a lost claim aborts the mail and ends
 * the attempt, unless the server has accepted it, or may have.
 */
export const deliver = async (
  step: MailStep,
  make: () => Promise<E.Either<string, Mail>>,
  isDue: (state: Approval) => boolean,
): Promise<Outcome> => {
  const { ports, signal } = step
  const made = await attempted(step, 'the mail could not be prepared', make)
  if (E.isLeft(made)) return { is: 'failed', reason: made.left }
  if (E.isLeft(made.right)) return { is: 'refused', reason: made.right.left }
  const mail = made.right.right
  await step.holds()
  if (!isDue(await approvalNow(step))) return { is: 'void' }
  const sent = await attempted(step, 'the mail could not be sent', () => ports.mailer.send(mail, signal))
  if (E.isLeft(sent)) return { is: 'failed', reason: sent.left }
  if (sent.right === undefined) return { is: 'sent' }
  const { permanent, reason, isUnsure } = sent.right
  if (permanent) return { is: 'refused', reason }
  // without a record, the next worker would send another copy at once
  if (!isUnsure) signal.throwIfAborted()
  return { is: 'failed', reason, isUnsure }
}

/** Tells operators that mails failed: once for each attempt, without addresses. */
export const logFailed = ({ item, ports }: MailStep, reasons: readonly string[]): void => {
  const { accountId, retailCampaignIdx } = item
  ports.logger.warn(
    { accountId, retailCampaignIdx, mails: reasons.length, reason: [...new Set(reasons)].join('; ') },
    'mails could not be sent; they are tried again',
  )
}
