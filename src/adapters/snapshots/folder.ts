import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../../domain/shared/digest.ts'
import type { Snapshots } from '../../ports/snapshots.ts'
import { boundedFolder } from './bounded-folder.ts'
import { readSnapshot } from './read-snapshot.ts'
import { writeSnapshot } from './write-snapshot.ts'

export type SnapshotOptions = {
  /** Holds nothing but snapshots; created if missing. */
  readonly folder: string
  readonly logId: string
  /** Identifies the code that wrote the snapshots: other code may fold the same events to another state. */
  readonly fingerprint: string
  /** The least recently used snapshots beyond are removed. */
  readonly maxBytes: number
}

/**
 * Snapshots as files of one node, `<folder>/<log and code>/<stream>`. What other code wrote, or what was written from another log, is
 * removed when the folder is opened; a damaged file is removed when it is read.
 */
export const openSnapshots = async ({ folder, logId, fingerprint, maxBytes }: SnapshotOptions): Promise<Snapshots> => {
  const current = sha256(`${logId}\n${fingerprint}`).slice(0, 32)
  const own = join(folder, current)
  const makeOwn = () => mkdir(own, { recursive: true, mode: 0o700 })
  await makeOwn()
  for (const name of await readdir(folder))
    if (name !== current) await rm(join(folder, name), { recursive: true, force: true })
  const files = boundedFolder(own, maxBytes)
  const pathOf = (stream: string): string => join(own, sha256(stream))

  return {
    async read(stream, use) {
      const path = pathOf(stream)
      const place = await readSnapshot(path, stream, use)
      if (place) await files.used(path)
      return place
    },
    async write(stream, place, parts) {
      // a node of another release on the same folder may have removed it
      await makeOwn()
      await writeSnapshot(pathOf(stream), { stream, ...place }, parts)
      await files.sweep()
    },
  }
}
