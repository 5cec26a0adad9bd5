import { createHash } from 'node:crypto'
import { account, assetCount } from '../load/requests.ts'

/** A file of the asset library as the project lists it. */
export type LibraryAsset = {
  readonly assetUrl: string
  readonly path: string
  readonly sha256: string
  readonly size: number
  readonly contentType: string
}

/** Name and content of the n-th asset: n + 1 bytes, so that half of the library passes a filter by size. */
export const assetFile = (n: number) => ({
  path: `pots/terracotta-pot-${String(n).padStart(4, '0')}.txt`,
  content: 'x'.repeat(n + 1),
})

/** A peer's library: the same documents as the project's. */
export const library: readonly LibraryAsset[] = Array.from({ length: assetCount }, (_, n) => {
  const { path, content } = assetFile(n)
  return {
    assetUrl: `http://127.0.0.1:8080/assets/${account}/${path}`,
    path,
    sha256: createHash('sha256').update(content).digest('hex'),
    size: content.length,
    contentType: 'application/octet-stream',
  }
})
