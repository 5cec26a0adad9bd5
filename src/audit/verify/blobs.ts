import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { BlobMissing, type Blobs } from '../../ports/blobs.ts'
import type { Checked, Fault, OnStep } from './fault.ts'

const hashOf = async (blobs: Blobs, sha256: string): Promise<string | undefined> => {
  const hash = createHash('sha256')
  try {
    await pipeline(await blobs.open(sha256), hash)
  } catch (error) {
    // swept between the listing and the reading
    if (error instanceof BlobMissing) return undefined
    throw error
  }
  return hash.digest('hex')
}

/** Hashes every file of the store again, referenced or not, and looks for those that events name (hash → where). */
export const checkBlobs = async (
  blobs: Blobs,
  named: ReadonlyMap<string, string>,
  onStep: OnStep,
): Promise<Checked> => {
  const faults: Fault[] = []
  const found = new Set<string>()
  let count = 0
  for await (const { sha256, size } of blobs.list()) {
    count++
    onStep(count, '')
    found.add(sha256)
    const now = await hashOf(blobs, sha256)
    if (now !== undefined && now !== sha256)
      faults.push({
        kind: 'blob',
        where: sha256,
        detail: `its ${size} bytes have another hash: the file was damaged; put it back from a backup`,
      })
  }
  for (const [sha256, where] of named)
    if (!found.has(sha256))
      faults.push({
        kind: 'blob',
        where: sha256,
        detail: `is missing, and ${where} names it; put it back from a backup`,
      })
  return { count, faults }
}
