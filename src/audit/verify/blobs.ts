import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { BlobMissing, type Blobs } from '../../ports/blobs.ts'
import type { Checked, Fault, OnStep } from './fault.ts'

const hashOf = async (blobs: Blobs, sha256: string): Promise<string | undefined> => {
  const hash = createHash('sha256')
  try {
    await pipeline(await blobs.open(sha256), hash)
  } catch (error) {
    // deleted by the sweeper after it was listed
    if (error instanceof BlobMissing) return undefined
    throw error
  }
  return hash.digest('hex')
}

/** Hashes every file in the store, referenced or not, and checks that every file named by an event exists (hash → event). */
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
        detail: `the file is damaged: its ${size} bytes do not match its hash; restore it from a backup`,
      })
  }
  for (const [sha256, where] of named)
    if (!found.has(sha256))
      faults.push({
        kind: 'blob',
        where: sha256,
        detail: `the file is missing, but ${where} refers to it; restore it from a backup`,
      })
  return { count, faults }
}
