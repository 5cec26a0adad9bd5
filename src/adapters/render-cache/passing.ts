import { LRUCache } from 'lru-cache'
import type { RenderCache } from '../../ports/render-cache.ts'

const keptMs = 60_000
const mostBytes = 64 * 1_048_576

/** Files that are kept for a short time in the memory of this node. `now`: monotonic, in milliseconds. */
export const openPassing = (now: () => number): Pick<RenderCache, 'passing' | 'putPassing'> => {
  const files = new LRUCache<string, Buffer>({
    maxSize: mostBytes,
    sizeCalculation: bytes => Math.max(1, bytes.length),
    ttl: keptMs,
    perf: { now },
    ttlResolution: 0,
  })
  return {
    passing: key => files.get(key),
    putPassing: (key, bytes) => void files.set(key, bytes),
  }
}
