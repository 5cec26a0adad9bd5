import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

const hourMs = 3_600_000

/** Whether a folder exists, is ours, and is not writable by other users: its contents will be executed or removed. */
export const isOurs = async (folder: string): Promise<boolean> => {
  if (!existsSync(folder)) return false
  const { uid, mode } = await stat(folder)
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

const placeOf = (name: string) => join(tmpdir(), `endcap-${name}-${process.getuid?.() ?? 0}`)

/** Copies of this process alone, for when another user has taken the usual name. */
const ownCopies = new Map<string, string>()

/**
 * A folder that `fill` fills, once per machine and user, in the temporary folder of the system. The rename is atomic, as
 * several nodes may start at the same time.
 */
export const oncePerMachine = async (name: string, fill: (folder: string) => Promise<void>): Promise<string> => {
  const place = placeOf(name)
  for (const folder of [place, ownCopies.get(name) ?? place]) if (await isOurs(folder)) return folder
  const folder = await mkdtemp(`${place}.`)
  await fill(folder)
  await openToAll(folder)
  try {
    await rename(folder, place)
  } catch (error) {
    if (!existsSync(place)) throw error
    if (!(await isOurs(place))) {
      ownCopies.set(name, folder)
      return folder
    }
    // another node filled it first
    await rm(folder, { recursive: true })
  }
  return place
}

const ageOf = async (path: string): Promise<number> => {
  const info = await stat(path).catch(() => undefined)
  return info ? Date.now() - info.mtimeMs : 0
}

/** Removes what killed processes left while they filled the folder `name`, which takes seconds. */
export const sweepUnfinished = async (name: string): Promise<void> => {
  const place = placeOf(name)
  for (const found of await readdir(dirname(place))) {
    const path = join(dirname(place), found)
    if (!found.startsWith(`${basename(place)}.`) || path === ownCopies.get(name)) continue
    if ((await ageOf(path)) > hourMs && (await isOurs(path))) await rm(path, { recursive: true, force: true })
  }
}
