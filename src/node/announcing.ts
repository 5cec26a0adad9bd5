import type { Readiness } from '../http/pages/system.ts'
import { nodeKey } from '../jobs/nodes.ts'
import { timeOf } from '../ports/clock.ts'
import type { NodeState } from '../ports/service-state.ts'
import type { Stores } from './stores/open-stores.ts'
import { viewStates } from './stores/view-states.ts'

/** How often a node says how it is, and for how long that holds: a killed one is gone from the status after that. */
const everyMs = 5_000
const holdsSeconds = 16

/** Says every few seconds how this node is, for `endcap status` and `GET /v2/status` (JOBS-6). */
export const startAnnouncing = (
  stores: Pick<Stores, 'projections' | 'status' | 'checkpoints' | 'readModels' | 'clock'>,
  { worker, version }: Pick<NodeState, 'worker' | 'version'>,
  {
    readiness,
    cacheBytes,
    onError,
  }: { readonly readiness: () => Promise<Readiness>; cacheBytes(): number; onError(error: unknown): void },
) => {
  const { volatile } = stores.readModels
  const startedAt = timeOf(stores)
  const key = nodeKey(worker)
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
      cacheBytes: cacheBytes(),
      stopped: Object.fromEntries(
        views.flatMap(({ name, stopped }) => (stopped === undefined ? [] : [[name, stopped]])),
      ),
      built: Object.fromEntries(views.flatMap(({ name, built }) => (built === undefined ? [] : [[name, built]]))),
    }
    await volatile.set(key, JSON.stringify(state), holdsSeconds)
  }
  const timer = setInterval(() => void announce().catch(onError), everyMs)
  timer.unref()
  announce().catch(onError)
  return {
    /** The node is no longer shown. */
    stop: async () => {
      clearInterval(timer)
      await volatile.set(key, '', 1)
    },
  }
}
