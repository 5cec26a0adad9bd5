import type { Readiness } from '../http/pages/system.ts'
import { nodeKey, nodesNow } from '../jobs/nodes.ts'
import { timeOf } from '../ports/clock.ts'
import type { NodeState } from '../ports/service-state.ts'
import { type KeyInUse, reportLackingKeys } from './lacking-keys.ts'
import type { Stores } from './stores/open-stores.ts'
import { viewStates } from './stores/view-states.ts'

/** How often a node says how it is: this many milliseconds, and at least three times in a lease. */
const usualMs = 5_000
const timesInLease = 3

/**
 * Says every few seconds how this node is, for `endcap status` and `GET /v2/status` (JOBS-6). What it says holds for a second longer than
 * `leaseMs`: a killed node is gone from the status after that.
 */
export const startAnnouncing = (
  stores: Pick<Stores, 'projections' | 'status' | 'checkpoints' | 'readModels' | 'secrets' | 'clock'>,
  { worker, version, leaseMs }: Pick<NodeState, 'worker' | 'version'> & { readonly leaseMs: number },
  {
    readiness,
    cacheBytes,
    onLackingKey,
    onError,
  }: {
    readonly readiness: () => Promise<Readiness>
    cacheBytes(): number
    /** Another node seals under a key that this one lacks. */
    onLackingKey(lacking: KeyInUse): void
    onError(error: unknown): void
  },
) => {
  const { volatile } = stores.readModels
  const holdsSeconds = Math.ceil(leaseMs / 1_000) + 1
  const startedAt = timeOf(stores)
  const key = nodeKey(worker)
  const lookAtKeys = reportLackingKeys(stores.secrets.keyIds, onLackingKey)
  const announce = async () => {
    const views = await viewStates(stores)
    const { ready } = await readiness()
    const state: NodeState = {
      worker,
      version,
      startedAt,
      seenAt: timeOf(stores),
      ready,
      feeds: stores.status().feeding,
      secretsKeys: stores.secrets.keyIds,
      cacheBytes: cacheBytes(),
      stopped: Object.fromEntries(
        views.flatMap(({ name, stopped }) => (stopped === undefined ? [] : [[name, stopped]])),
      ),
      built: Object.fromEntries(views.flatMap(({ name, built }) => (built === undefined ? [] : [[name, built]]))),
    }
    await volatile.set(key, JSON.stringify(state), holdsSeconds)
    lookAtKeys(await nodesNow(stores.readModels))
  }
  let announcing: Promise<void> | undefined
  const tick = () => {
    announcing ??= announce()
      .catch(onError)
      .finally(() => {
        announcing = undefined
      })
  }
  const timer = setInterval(tick, Math.min(usualMs, leaseMs / timesInLease))
  timer.unref()
  tick()
  return {
    /** The node is no longer shown. */
    stop: async () => {
      clearInterval(timer)
      await announcing
      await volatile.set(key, '', 1)
    },
  }
}
