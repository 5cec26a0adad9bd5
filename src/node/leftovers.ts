import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openOwnFolder } from '../adapters/own-folder/own-folder.ts'

const hourMs = 3_600_000

type Left = { readonly folder: string; readonly name: RegExp; readonly olderThanMs: number }

/** What a killed node may have left outside its own folder: files that are renamed after seconds. */
const leftIn = (dataDir: string): readonly Left[] => [
  { folder: dataDir, name: /^secrets\.key\.[0-9a-f-]{36}$/, olderThanMs: hourMs },
  { folder: join(dataDir, 'outbox'), name: /\.eml\.part$/, olderThanMs: hourMs },
  { folder: join(dataDir, 'blobs', 'cache'), name: /^\.[0-9a-f-]{36}$/, olderThanMs: hourMs },
  { folder: join(dataDir, 'blobs', '.incoming'), name: /^[0-9a-f-]{36}$/, olderThanMs: 24 * hourMs },
]

/** For `catch`: what does not exist need not be removed. */
const unlessGone = (error: unknown): undefined => {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

const removeOld = async ({ folder, name, olderThanMs }: Left): Promise<void> => {
  for (const found of (await readdir(folder).catch(unlessGone)) ?? []) {
    const path = join(folder, found)
    const info = name.test(found) ? await stat(path).catch(unlessGone) : undefined
    if (info && Date.now() - info.mtimeMs > olderThanMs) await rm(path, { recursive: true, force: true })
  }
}

/** The node's own folders for files on their way. */
export type TemporaryFolders = {
  readonly incoming: string
  readonly uploads: string
  /** Removes what killed nodes have left in DATA_DIR; also done at the start and every hour. Never fails. */
  sweep(): Promise<void>
  /** Removes the folders. */
  close(): Promise<void>
}

/**
 * Opens the folders of this node, and removes what killed nodes have left in DATA_DIR, now and every hour. Nodes that share
 * the folder keep theirs. `onError` is called for what cannot be removed.
 */
export const openTemporaryFolders = async (
  dataDir: string,
  onError: (error: unknown) => void,
): Promise<TemporaryFolders> => {
  // beside the blobs, as files are moved there
  const own = await openOwnFolder(join(dataDir, 'blobs', '.nodes'), onError)
  const [incoming, uploads] = [join(own.path, 'incoming'), join(own.path, 'uploads')]
  for (const folder of [incoming, uploads]) await mkdir(folder)
  const sweepOthers = async () => {
    for (const left of leftIn(dataDir)) await removeOld(left).catch(onError)
  }
  await sweepOthers()
  const sweep = async () => {
    await own.sweep()
    await sweepOthers()
  }
  const timer = setInterval(sweep, hourMs)
  timer.unref()
  return {
    incoming,
    uploads,
    sweep,
    close: async () => {
      clearInterval(timer)
      await own.close()
    },
  }
}
