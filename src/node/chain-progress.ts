import { hasReached } from '../engine/read/first-after.ts'
import type { Chain } from '../ports/chain.ts'
import type { EventLog } from '../ports/event-log.ts'
import type { Logger } from '../ports/logger.ts'
import { poll } from './stores/poll.ts'

const everyMs = 1_000

type Given = {
  readonly log: Pick<EventLog, 'head' | 'readAll'>
  readonly chain: Pick<Chain, 'last'>
  readonly logger: Logger
}

/**
 * Returns a function that logs how far the hash chain is, every tenth of the log, while it is behind the head that the log had at first:
 * after an upgrade that takes seconds for each million events. It returns true when there is nothing to report any more.
 */
export const chainProgress = ({ log, chain, logger }: Given) => {
  let total: bigint | undefined
  let tenth = -1n
  return async (): Promise<boolean> => {
    const { position, events } = await chain.last()
    total ??= await log.head()
    if (await hasReached(log, position, total)) {
      if (tenth >= 0n) logger.info({ events }, 'the hash chain of the log is complete')
      return true
    }
    const now = (position * 10n) / total
    if (now === tenth) return false
    tenth = now
    logger.info({ percent: Number(now) * 10, events }, 'the hash chain of the log is being computed')
    return false
  }
}

/** Logs the progress of the hash chain until it is complete or stopped. A store that is away is reported elsewhere. */
export const logChainProgress = (given: Given): { stop(): void } => {
  const report = chainProgress(given)
  const stop = poll(
    everyMs,
    async () => {
      if (await report()) stop()
    },
    () => undefined,
  )
  return { stop }
}
