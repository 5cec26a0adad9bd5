import * as E from 'fp-ts/lib/Either.js'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import type * as TE from '../engine/task-either.ts'
import type { Ports } from '../ports/ports.ts'

type LimitPorts = Pick<Ports, 'readModels' | 'clock' | 'config'>

const hourMs = 3_600_000

/** Adds to the recipients of an account in the present hour, on all nodes. Returns their sum. */
const add = ({ readModels, clock }: LimitPorts, accountId: string, recipients: number): Promise<number> => {
  const hour = Math.floor(clock.now().getTime() / hourMs)
  // two hours, so that a node whose clock is slightly behind still finds its count
  return readModels.volatile.add(`mails:${accountId}:${hour}`, recipients, 7_200)
}

const limited = (limit: number, used: number, needed: number, seconds: number): Rejection =>
  rejection(
    'too-many-recipients',
    `The account may write to ${limit} recipients in an hour; ${used} are used, and this request needs ${needed}. Retry in ${seconds} s.`,
    { retryAfter: seconds },
  )

/** Takes recipients from the limit of an account for the hour, or refuses and takes none (APPROVAL-18). */
export const takeRecipients =
  (ports: LimitPorts, accountId: string, recipients: number): TE.TaskEither<Rejection, void> =>
  async () => {
    const { mailLimit } = ports.config
    if (mailLimit === 'off' || recipients === 0) return E.right(undefined)
    const sum = await add(ports, accountId, recipients)
    if (sum <= mailLimit) return E.right(undefined)
    await add(ports, accountId, -recipients)
    const seconds = Math.ceil((hourMs - (ports.clock.now().getTime() % hourMs)) / 1000)
    return E.left(limited(mailLimit, sum - recipients, recipients, seconds))
  }

/** Returns recipients that were taken and are not written to. */
export const returnRecipients = async (ports: LimitPorts, accountId: string, recipients: number): Promise<void> => {
  if (ports.config.mailLimit !== 'off' && recipients !== 0) await add(ports, accountId, -recipients)
}

/**
 * Runs work that may write to so many recipients, within the limit (APPROVAL-18). Those that it did not write to, by `usedBy`, are
 * returned; all of them when it fails.
 */
export const withRecipients =
  <A>(
    ports: LimitPorts,
    { accountId, recipients }: { readonly accountId: string; readonly recipients: number },
    work: TE.TaskEither<Rejection, A>,
    usedBy: (done: A) => number,
  ): TE.TaskEither<Rejection, A> =>
  async () => {
    const taken = await takeRecipients(ports, accountId, recipients)()
    if (E.isLeft(taken)) return taken
    let used = 0
    try {
      const done = await work()
      if (E.isRight(done)) used = usedBy(done.right)
      return done
    } finally {
      await returnRecipients(ports, accountId, recipients - used)
    }
  }

/** Counts a mail that is sent even beyond the limit: the one about a decision. */
export const countRecipient = (ports: LimitPorts, accountId: string): Promise<void> =>
  returnRecipients(ports, accountId, -1)
