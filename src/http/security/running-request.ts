import type { Clock } from '../../ports/clock.ts'
import type { Leases } from '../../ports/leases.ts'
import type { Logger } from '../../ports/logger.ts'
import { levelOf, StoreAway } from '../../ports/store-away.ts'

/** Milliseconds after which a request whose lease is not renewed counts as ended with its node (HTTP-22). */
export const leaseMs = 5_000
const renewEveryMs = 1_500

/** The lease of a request that runs on this node. It says that the request is running, and no more: two runs are harmless (ADR 0034). */
export type RunningRequest = {
  /** Whether another node may run the request, too: the lease was lost, or not renewed for so long that it may have been. */
  mayBeElsewhere(): boolean
  /** Renews the lease; false: it was lost. Rejects with StoreAway if there never was one. */
  renew(): Promise<boolean>
  end(): Promise<void>
}

/** A request that runs although nobody can say whether it runs elsewhere: it looks for what other runs did, and keeps no refusal. */
const withoutLease = (away: StoreAway): RunningRequest => ({
  mayBeElsewhere: () => true,
  renew: () => Promise.reject(away),
  end: async () => undefined,
})

/** Takes the lease of a request and renews it until the request ends; undefined while the request is running. A store that is away stops no request. */
export const runningRequest = async (
  leases: Leases,
  workId: string,
  { clock, logger }: { readonly clock: Pick<Clock, 'monotonic'>; readonly logger: Logger },
): Promise<RunningRequest | undefined> => {
  let shownAt = clock.monotonic()
  const taken = await leases.take(workId).catch((error: unknown) => {
    if (error instanceof StoreAway) return error
    throw error
  })
  if (taken === undefined) return undefined
  if (taken instanceof StoreAway) return withoutLease(taken)
  const lease = taken
  let isLost = false
  const failed = (error: unknown): false => {
    logger[levelOf(error, 'warn')]({ err: error }, 'the lease of a running request could not be renewed or released')
    return false
  }
  const mayBeElsewhere = () => isLost || clock.monotonic() - shownAt >= leaseMs
  const renew = async (): Promise<boolean> => {
    const at = clock.monotonic()
    if (mayBeElsewhere()) return false
    isLost = !(await leases.renew(lease))
    if (!isLost) shownAt = at
    return !isLost
  }
  const timer = setInterval(() => void renew().catch(failed), renewEveryMs)
  return {
    mayBeElsewhere,
    renew: () => renew().catch(failed),
    async end() {
      clearInterval(timer)
      await leases.release(lease).catch(failed)
    },
  }
}
