import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders that uploads are written into, one a request; whoever asked for one removes it after the answer. */
export type UploadFolders = {
  make(): Promise<string>
  /** Removes what requests left that ended with their node. Never fails. */
  sweep(): Promise<void>
  close(): void
}

/** No request takes so long (`listen.ts`): a folder of this age has lost its node, also where several nodes share it. */
const hourMs = 3_600_000

/** Upload folders below `root`. Left ones are removed at the start and every hour; `onError` hears of one that cannot be. */
export const openUploadFolders = async (root: string, onError: (error: unknown) => void): Promise<UploadFolders> => {
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
  return { make: () => mkdtemp(join(root, 'upload-')), sweep, close: () => clearInterval(timer) }
}
