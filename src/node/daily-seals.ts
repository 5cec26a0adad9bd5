import { sealOf } from '../audit/seal.ts'
import { hasReached } from '../engine/read/first-after.ts'
import type { Chain, ChainLink } from '../ports/chain.ts'
import type { Clock } from '../ports/clock.ts'
import type { EventLog, Position } from '../ports/event-log.ts'
import type { Logger } from '../ports/logger.ts'
import type { SealKeys } from '../ports/seal-keys.ts'
import type { SealStore } from '../ports/seal-store.ts'
import { levelOf } from '../ports/store-away.ts'

type Given = {
  readonly log: Pick<EventLog, 'id' | 'head' | 'readAll'>
  readonly chain: Pick<Chain, 'last'>
  readonly clock: Clock
  readonly logger: Logger
  readonly keys: SealKeys
  readonly store: SealStore
}

/** How often the clock is checked, and how long to wait after a failure, in milliseconds. */
const tickMs = 1_000
const retryMs = 60_000

/**
 * Returns a function that writes one seal in each day (UTC), as `seal-YYYY-MM-DD.json`, unless another node has written it. It waits until
 * the hash chain includes the events that the log had when the day was first seen. To be called again and again.
 */
export const dailySeal = ({ log, chain, clock, logger, keys, store }: Given) => {
  let sealed = ''
  let wanted: { readonly day: string; readonly head: Position } | undefined
  let notBefore = 0

  const write = async (name: string, link: ChainLink): Promise<void> => {
    if (link.position > (await log.head()))
      return logger.error(
        { position: `${link.position}` },
        'events at the end of the log were removed: run endcap verify',
      )
    await store.put(name, `${JSON.stringify(sealOf(log.id, link, clock.now(), keys), null, 2)}\n`)
    logger.info({ name, position: `${link.position}`, events: link.events }, 'the log was sealed')
  }
  const seal = async (day: string): Promise<void> => {
    const name = `seal-${day}.json`
    if (await store.has(name)) {
      sealed = day
      return
    }
    if (wanted?.day !== day) wanted = { day, head: await log.head() }
    const link = await chain.last()
    if (link.events === 0 || !(await hasReached(log, link.position, wanted.head))) return
    await write(name, link)
    sealed = day
  }
  return async (): Promise<void> => {
    const day = clock.now().toISOString().slice(0, 10)
    if (day === sealed || clock.monotonic() < notBefore) return
    try {
      await seal(day)
    } catch (error) {
      notBefore = clock.monotonic() + retryMs
      logger[levelOf(error, 'error')]({ err: error }, 'the log could not be sealed; retrying in a minute')
    }
  }
}

/** Seals the log each day until it is stopped. */
export const startSealing = (given: Given): { stop(): Promise<void> } => {
  const sealIfDue = dailySeal(given)
  let sealing: Promise<void> | undefined
  const timer = setInterval(() => {
    sealing ??= sealIfDue().finally(() => {
      sealing = undefined
    })
  }, tickMs)
  return {
    async stop() {
      clearInterval(timer)
      await sealing
      given.store.close()
    },
  }
}
