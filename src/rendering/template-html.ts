import { LRUCache } from 'lru-cache'
import { keptBy } from '../engine/kept-by.ts'
import type { Blobs } from '../ports/blobs.ts'

/** Bytes of templates that are kept, at most. */
const keptBytes = 32 * 1024 * 1024

// a blob's bytes never change, so its text can be kept by hash
const keptOf = keptBy(
  () => new LRUCache<string, string>({ maxSize: keptBytes, sizeCalculation: html => 2 * html.length + 500 }),
)

/** The HTML of an ad unit. The last ones are kept: an ad reads its template in its turn to be composed, in which no other is. */
export const templateHtml = async (blobs: Pick<Blobs, 'read'>, sha256: string): Promise<string> => {
  const kept = keptOf(blobs)
  const known = kept.get(sha256)
  if (known !== undefined) return known
  const html = (await blobs.read(sha256)).toString()
  kept.set(sha256, html)
  return html
}
