import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BlobsUnavailable } from '../../ports/blobs.ts'
import { diskFault } from '../../ports/disk-fault.ts'

/** Folders that uploads are written into, one a request; whoever asked for one removes it after the answer. */
export type UploadFolders = {
  make(): Promise<string>
  /**
   * Refuses a file of which less was written than came in: who writes it hears of a full disk only after it has said that all is
   * well. Throws BlobsUnavailable.
   */
  mustBeWhole(path: string, size: number): Promise<void>
  /** Removes what requests left that ended with their node. Never fails. */
  sweep(): Promise<void>
  close(): void
}

/** No request takes so long (`listen.ts`): a folder of this age has lost its node, also where several nodes share it. */
const hourMs = 3_600_000

type Hooks = {
  /** Hears of a left folder that cannot be removed. */
  readonly onError: (error: unknown) => void
  /** Hears whether uploads can be written. */
  readonly watch: { well(): void; failed(error: unknown): void }
}

/** Tries to write what is missing, which fails with the disk's reason as a rule. */
const whyCut = async (path: string, missing: number): Promise<never> => {
  await writeFile(`${path}.rest`, Buffer.alloc(missing)).catch(diskFault)
  throw new BlobsUnavailable('an upload could not be written whole: check the disk of DATA_DIR')
}

/** Upload folders below `root`. Left ones are removed at the start and every hour. */
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
