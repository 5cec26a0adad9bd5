import { ApiError, notFound } from './api/api-error.ts'
import type { CreativeInput, StoredCreative } from './api/creative.ts'

/** The sandbox keeps everything in memory. */
export const mostCreatives = 100_000
const mostBytes = 128 * 1024 * 1024

export type Verdict = StoredCreative['verdict']

/** The creatives of the sandbox. `reviewMs`: how long a review takes. */
export const openStore = ({ now, reviewMs }: { readonly now: () => number; readonly reviewMs: number }) => {
  const creatives = new Map<string, StoredCreative>()
  let bytes = 0
  let lastId = 500_000

  const sizeOf = (input: CreativeInput): number => Buffer.byteLength(JSON.stringify(input))
  const find = (advertiserId: string, creativeId: string): StoredCreative => {
    const found = creatives.get(creativeId)
    if (found?.advertiserId !== advertiserId) throw notFound()
    return found
  }
  const reserve = (more: number): void => {
    if (bytes + more > mostBytes)
      throw new ApiError(400, 'FAILED_PRECONDITION', 'The sandbox is full. Start it again to empty it.')
    bytes += more
  }
  return {
    /** In the order of their ids. */
    all: (): IterableIterator<StoredCreative> => creatives.values(),
    count: (): number => creatives.size,
    ofAdvertiser: (advertiserId: string): readonly StoredCreative[] =>
      [...creatives.values()].filter(creative => creative.advertiserId === advertiserId),
    find,
    create(advertiserId: string, input: CreativeInput, verdict: Verdict): StoredCreative {
      if (creatives.size >= mostCreatives) reserve(Number.POSITIVE_INFINITY)
      reserve(sizeOf(input))
      const at = now()
      const creativeId = String(++lastId)
      const times = { createdAt: at, changedAt: at, reviewedAt: at + reviewMs }
      const created = { creativeId, advertiserId, input, verdict, ...times }
      creatives.set(creativeId, created)
      return created
    },
    change(creative: StoredCreative, input: CreativeInput): StoredCreative {
      reserve(sizeOf(input) - sizeOf(creative.input))
      const changed = { ...creative, input, changedAt: now() }
      creatives.set(creative.creativeId, changed)
      return changed
    },
    /** Ends the review of a creative now. */
    review(creativeId: string, verdict: Verdict): void {
      const found = creatives.get(creativeId)
      if (found) creatives.set(creativeId, { ...found, verdict, reviewedAt: now() })
    },
    clear(): void {
      creatives.clear()
      bytes = 0
    },
  }
}
