import { createHash, randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { SnapshotPlace } from '../../ports/snapshots.ts'

/** The first line of a snapshot. */
export type SnapshotHead = SnapshotPlace & { readonly stream: string }

/** Characters that are gathered before they are written; other work runs meanwhile. */
const atOnce = 65_536

/** The text of a snapshot in chunks: a line of JSON for the head and for each part, then the SHA-256 of these lines. */
function* chunksOf(head: SnapshotHead, parts: Iterable<unknown>): Generator<string> {
  const hash = createHash('sha256')
  let chunk = `${JSON.stringify(head)}\n`
  for (const part of parts) {
    chunk += `${JSON.stringify(part)}\n`
    if (chunk.length < atOnce) continue
    hash.update(chunk)
    yield chunk
    chunk = ''
  }
  hash.update(chunk)
  yield `${chunk}${hash.digest('hex')}\n`
}

/** Writes a snapshot beside its final name and renames it, so that readers never see half of one. */
export const writeSnapshot = async (path: string, head: SnapshotHead, parts: Iterable<unknown>): Promise<void> => {
  const unfinished = join(dirname(path), `.${basename(path)}-${randomUUID()}`)
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      for (const chunk of chunksOf(head, parts)) await file.writeFile(chunk)
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
