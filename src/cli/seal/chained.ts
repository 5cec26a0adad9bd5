import type { Stores } from '../../node/stores/open-stores.ts'
import type { ChainLink } from '../../ports/chain.ts'
import type { Position } from '../../ports/event-log.ts'
import { type Progress, progressOf } from '../progress.ts'
import { UserError } from '../user-error.ts'
import { exitCodes } from '../wrong-use.ts'

const pauseMs = 100
const pause = () => new Promise(resolve => setTimeout(resolve, pauseMs))
/** How long the chain may stay where it is, in milliseconds. */
const patienceMs = 60_000

const reaching = async (head: Position, chain: Stores['chain'], step: Progress['step']): Promise<ChainLink> => {
  let last = await chain.last()
  for (let since = performance.now(); last.position < head; ) {
    step(Number(last.position), `${last.events} events`)
    await pause()
    const now = await chain.last()
    if (now.position > last.position) since = performance.now()
    last = now
    if (performance.now() - since > patienceMs)
      throw new UserError(
        `the hash chain stays at position ${last.position} of ${head}: the node that feeds the read models extends it; start one, and run again`,
      )
  }
  return last
}

/**
 * Waits until the hash chain includes all events that the log has now; the first time that takes a reading of the whole log. Throws a
 * UserError if the log is empty, or shorter than its chain.
 */
export const chained = async ({ log, chain }: Stores): Promise<ChainLink> => {
  const head = await log.head()
  const bar = progressOf('chain', Number(head))
  const last = await reaching(head, chain, bar.step).finally(bar.end)
  if (last.events === 0) throw new UserError('The log has no events: nothing to seal.', { exitCode: exitCodes.nothing })
  if (last.position > (await log.head()))
    throw new UserError('events at the end of the log were removed: endcap verify says which')
  return last
}
