import { mkdtemp, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BlobsUnavailable } from '../../ports/blobs.ts'
import { diskFault } from '../../ports/disk-fault.ts'

/** Folders for uploads, one per request; the caller of `make` removes it after the response. */
export type UploadFolders = {
  make(): Promise<string>
  /**
   * Refuses a file that was not written completely: its writer learns of a full disk only after it has reported success.
   * Throws BlobsUnavailable.
   */
  mustBeWhole(path: string, size: number): Promise<void>
  /** Rethrows an error of writing an upload: as BlobsUnavailable, and reported, if it is the disk's. */
  failed(error: unknown): never
}

/** Called with whether uploads can be written. */
type Watch = { well(): void; failed(error: unknown): void }

/** Tries to write the missing bytes, which usually fails with the disk's own error. */
const whyCut = async (path: string, missing: number): Promise<never> => {
  await writeFile(`${path}.rest`, Buffer.alloc(missing)).catch(diskFault)
  throw new BlobsUnavailable('an upload could not be written completely: check the disk of DATA_DIR')
}

/** Upload folders below `root`, which exists and belongs to this node. */
export const uploadFolders = (root: string, watch: Watch): UploadFolders => {
  const failed = (error: unknown): never => {
    try {
      return diskFault(error)
    } catch (fault) {
      watch.failed(fault)
      throw fault
    }
  }
  return {
    make: () => mkdtemp(join(root, 'upload-')).catch(failed),
    async mustBeWhole(path, size) {
      const written = (await stat(path)).size
      if (written !== size) await whyCut(path, size - written).catch(failed)
      watch.well()
    },
    failed,
  }
}
