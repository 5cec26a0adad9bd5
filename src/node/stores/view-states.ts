import type { ViewState } from '../../ports/service-state.ts'
import type { StoreSet } from './store-set.ts'

/**
 * Every view of this release with its lag, in their order. While all views reflect the head of the log, nothing is read; a view that
 * stopped, or is being built, does not count for that.
 */
export const viewStates = async (
  stores: Pick<StoreSet, 'projections' | 'status' | 'checkpoints'>,
): Promise<readonly ViewState[]> => {
  const { head, reflected, failedViews, building } = stores.status()
  const stopped = new Map(failedViews.map(({ name, reason }) => [name, reason]))
  const built = new Map(building.map(({ name, done, total }) => [name, total === 0 ? 1 : Math.min(1, done / total)]))
  const isCurrent = reflected >= head && stopped.size === 0
  const checkpoints = isCurrent ? undefined : await stores.checkpoints()
  return stores.projections.map(({ name, version }) => {
    const reason = stopped.get(name)
    const progress = built.get(name)
    return {
      name,
      version,
      lag: checkpoints ? Math.max(0, head - Number(checkpoints.get(name) ?? 0n)) : 0,
      ...(reason === undefined ? {} : { stopped: reason }),
      ...(progress === undefined ? {} : { built: progress }),
    }
  })
}
