import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
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
  /** Removes folders whose request ended with a crash of its node. Never fails. */
  sweep(): Promise<void>
  close(): void
}

/** No request takes this long (`listen.ts`), so the node of a folder of this age is gone, even if several nodes share the disk. */
const hourMs = 3_600_000

type Hooks = {
  /** Called for each leftover folder that cannot be removed. */
  readonly onError: (error: unknown) => void
  /** Called with whether uploads can be written. */
  readonly watch: { well(): void; failed(error: unknown): void }
}

/** Tries to write the missing bytes, which usually fails with the disk's own error. */
const whyCut = async (path: string, missing: number): Promise<never> => {
  await writeFile(`${path}.rest`, Buffer.alloc(missing)).catch(diskFault)
  throw new BlobsUnavailable('an upload could not be written completely: check the disk of DATA_DIR')
}

/** Upload folders below `root`. Leftover folders are removed at startup and every hour. */
export const openUploadFolders = async (root: string, { onError, watch }: Hooks): Promise<UploadFolders> => {
  const failed = (error: unknown): never => {
    watch.failed(error)
    throw error
  }
  await mkdir(root, { recursive: true })
  const sweepOne = async (path: string): Promise<void> => {
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > hourMs) await rm(path, { recursive: true, force: true })
  }
  const unlessGone = (error: unknown): void => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onError(error)
  }
  const sweep = async (): Promise<void> => {
    const names = await readdir(root).catch(onError)
    for (const name of names ?? []) await sweepOne(join(root, name)).catch(unlessGone)
  }
  await sweep()
  const timer = setInterval(sweep, hourMs)
  timer.unref()
  return {
    make: () => mkdtemp(join(root, 'upload-')).catch(diskFault).catch(failed),
    async mustBeWhole(path, size) {
      const written = (await stat(path)).size
      if (written !== size) await whyCut(path, size - written).catch(failed)
      watch.well()
    },
    sweep,
    close: () => clearInterval(timer),
  }
}
