import { chmod, lstat, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunAs } from './run-as.ts'
import { temporaryFolders, temporaryFor } from './temporary.ts'

const hourMs = 3_600_000

/** What is at a path, without following a link; undefined: nothing. */
const at = (path: string) =>
  lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })

/**
 * Whether a folder exists, is ours, and is not writable by other users: its contents will be executed or removed. A link is not ours:
 * everybody can make one in a temporary folder, to any folder of ours.
 */
export const isOurs = async (folder: string): Promise<boolean> => {
  const found = await at(folder)
  if (!found?.isDirectory()) return false
  const { uid, mode } = found
  return uid === (process.getuid?.() ?? uid) && (mode & 0o022) === 0
}

/** Lets other users read what is in a folder, and run the program `chromium`. */
export const openToAll = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile())
      await chmod(path, ((await stat(path)).mode & 0o777) | 0o444 | (entry.name === 'chromium' ? 0o111 : 0))
  }
}

/** The name of what this user has in temporary folders. */
export const temporaryName = (name: string): string => `endcap-${name}-${process.getuid?.() ?? 0}`

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
  const place = join(await temporaryFor(reader), temporaryName(name))
  for (const folder of [place, ownCopies.get(place) ?? place]) if (await isOurs(folder)) return folder
  const folder = await mkdtemp(`${place}.`)
  await fill(folder)
  await openToAll(folder)
  try {
    await rename(folder, place)
    return place
  } catch (error) {
    if ((await at(place)) === undefined) throw error
    if (await isOurs(place)) {
      // another node filled it first
      await rm(folder, { recursive: true })
      return place
    }
    ownCopies.set(place, folder)
    return folder
  }
}

const ageOf = async (path: string): Promise<number> => {
  const info = await at(path)
  return info ? Date.now() - info.mtimeMs : 0
}

/** Removes what killed processes left while they filled the folder `name`, which takes seconds. */
export const sweepUnfinished = async (name: string): Promise<void> => {
  const kept = new Set(ownCopies.values())
  for (const folder of temporaryFolders())
    for (const found of await readdir(folder).catch(() => [])) {
      const path = join(folder, found)
      if (!found.startsWith(`${temporaryName(name)}.`) || kept.has(path)) continue
      if ((await ageOf(path)) > hourMs && (await isOurs(path))) await rm(path, { recursive: true, force: true })
    }
}
