import { nextInTurn } from './fair-turn.ts'

/** `inAll`: tasks at a time; `perAccount`: of these, how many one account may have. */
export type Shares = { readonly inAll: number; readonly perAccount: number }

export type FairSlots = {
  /**
   * Runs a task as soon as a slot is free; rejects as the task does. When `signal` aborts before, the task does not run, and
   * its reason is the rejection.
   */
  run<A>(accountId: string, task: () => Promise<A>, signal?: AbortSignal): Promise<A>
  /** Whether another account waits for a slot. */
  isAwaited(accountId: string): boolean
  /** Whether nothing runs or waits. */
  isIdle(): boolean
}

type Waiting = PromiseWithResolvers<void>
type Share = { running: number; lastTurn: number; readonly waiting: Waiting[] }

/**
 * A number of slots that accounts share fairly: a free slot goes to the next account in turn, whatever number of tasks each
 * of them has waiting, so that nobody waits for the whole queue of another one. Tasks of one account keep their order.
 */
export const fairSlots = ({ inAll, perAccount }: Shares): FairSlots => {
  const shares = new Map<string, Share>()
  let busy = 0
  let turn = 0

  const shareOf = (accountId: string): Share => {
    const share = shares.get(accountId) ?? { running: 0, lastTurn: 0, waiting: [] }
    shares.set(accountId, share)
    return share
  }
  const forgetIfIdle = (accountId: string, { running, waiting }: Share): void => {
    if (running === 0 && waiting.length === 0) shares.delete(accountId)
  }
  const mayStart = ({ running, waiting }: Share) => waiting.length > 0 && running < perAccount
  const startWaiting = (): void => {
    while (busy < inAll) {
      const next = nextInTurn(shares.values().filter(mayStart))
      if (next === undefined) return
      busy++
      next.running++
      next.lastTurn = ++turn
      next.waiting.shift()?.resolve()
    }
  }
  const slotOf = async (share: Share, signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted()
    const own: Waiting = Promise.withResolvers()
    const leave = () => {
      const place = share.waiting.indexOf(own)
      if (place < 0) return
      share.waiting.splice(place, 1)
      own.reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    share.waiting.push(own)
    startWaiting()
    await own.promise.finally(() => signal?.removeEventListener('abort', leave))
  }
  return {
    isIdle: () => shares.size === 0,
    isAwaited: accountId => shares.entries().some(([other, share]) => other !== accountId && mayStart(share)),
    async run(accountId, task, signal) {
      const share = shareOf(accountId)
      try {
        await slotOf(share, signal)
      } catch (error) {
        forgetIfIdle(accountId, share)
        throw error
      }
      try {
        return await task()
      } finally {
        busy--
        share.running--
        forgetIfIdle(accountId, share)
        startWaiting()
      }
    },
  }
}
