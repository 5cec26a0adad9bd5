import { LRUCache } from 'lru-cache'
import type { RenderCache } from '../../ports/render-cache.ts'
import type { RenderFailure } from '../../ports/renderer.ts'

/** How long a failure is remembered, in milliseconds, and how many are. */
const rememberedMs = 600_000
const most = 10_000

/** Failures in the memory of this node. `now`: monotonic, in milliseconds. */
export const openFailures = (now: () => number): Pick<RenderCache, 'failure' | 'putFailure'> => {
  const failures = new LRUCache<string, RenderFailure>({
    max: most,
    ttl: rememberedMs,
    perf: { now },
    ttlResolution: 0,
  })
  return {
    failure: key => failures.get(key),
    putFailure(key, { code, detail }) {
      failures.set(key, { code, detail: detail.slice(0, 500) })
    },
  }
}
