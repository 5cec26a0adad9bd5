import { chmod, lstat, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canEnter, type RunAs } from './chromium-user.ts'

/** The folders that a machine has for temporary files: TMPDIR may be closed to other users, or have a long path. */
export const temporaryFolders = (): readonly string[] => [...new Set([tmpdir(), '/tmp'])]

/** The temporary folder of the system that a user may enter, whose path `fits`. `user` undefined: the user of this process. */
export const temporaryFolderFor = async (
  user: RunAs | undefined,
  fits: (folder: string) => boolean = () => true,
): Promise<string> => {
  for (const folder of temporaryFolders().filter(fits))
    if (user === undefined || (await canEnter(user, folder).catch(() => false))) return folder
  return tmpdir()
}

/** The name of what this user has in temporary folders. */
export const temporaryName = (name: string): string => `endcap-${name}-${process.getuid?.() ?? 0}`

/**
 * Whether a folder exists, is ours, and is not writable by other users: its contents will be executed or removed. A link is not ours:
 * everybody can make one in a temporary folder, to any folder of ours.
 */
export const isOurs = async (folder: string): Promise<boolean> => {
  const found = await lstat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  return found?.isDirectory() === true && found.uid === (process.getuid?.() ?? found.uid) && (found.mode & 0o022) === 0
}

/** Lets other users read what is in a folder, and run the program `chromium`. */
const openToAll = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory() || entry.isFile())
      await chmod(join(entry.parentPath, entry.name), entry.isDirectory() || entry.name === 'chromium' ? 0o755 : 0o644)
}

/** Copies of this process alone, by place, for when somebody else has taken the usual name. */
const ownCopies = new Map<string, string>()

/**
 * A folder that `fill` fills, once per machine and user, in the temporary folder of the system that `reader` may enter. The rename is
 * atomic, as several nodes may start at the same time.
 */
export const oncePerMachine = async (
  name: string,
  reader: RunAs | undefined,
  fill: (folder: string) => Promise<void>,
): Promise<string> => {
  const place = join(await temporaryFolderFor(reader), temporaryName(name))
  for (const folder of [place, ownCopies.get(place) ?? place]) if (await isOurs(folder)) return folder
  const folder = await mkdtemp(`${place}.`)
  await fill(folder)
  await openToAll(folder)
  const isFirst = await rename(folder, place).then(
    () => true,
    () => false,
  )
  if (isFirst) return place
  if (!(await isOurs(place))) {
    ownCopies.set(place, folder)
    return folder
  }
  await rm(folder, { recursive: true })
  return place
}
