import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/** Files of this ending are indexes; others are being built, or were when their node ended. */
const ending = '.index'

/** An index that was not used for so long is not in use now, and neither is one being built, in milliseconds. */
const unusedMs = 3_600_000

/** The indexes of a node in a folder: at most `mostBytes` of them, the least recently used go first. */
export const openIndexFolder = async (folder: string, mostBytes: number) => {
  await mkdir(folder, { recursive: true })
  const pathOf = (name: string) => join(folder, name + ending)
  const files = async () => {
    const names = await readdir(folder)
    const found = await Promise.all(
      names.map(async name => {
        const path = join(folder, name)
        // another node on the same folder may have removed it
        const known = await stat(path).catch(() => undefined)
        return known && { path, size: known.size, usedMs: known.mtimeMs, isIndex: name.endsWith(ending) }
      }),
    )
    return found.filter(file => file !== undefined)
  }
  const evict = async (): Promise<void> => {
    const newestFirst = (await files()).sort((a, b) => b.usedMs - a.usedMs)
    const before = Date.now() - unusedMs
    let bytes = 0
    for (const { path, size, usedMs, isIndex } of newestFirst) {
      bytes += size
      if (usedMs < before && (!isIndex || bytes > mostBytes)) await rm(path, { force: true })
    }
  }
  await evict()
  return {
    /** The path of an index that exists, which counts as used now; undefined if it is not built. */
    find: async (name: string): Promise<string | undefined> => {
      const now = new Date()
      const path = pathOf(name)
      return utimes(path, now, now).then(
        () => path,
        () => undefined,
      )
    },
    /** Puts a complete index in its place. */
    add: async (built: string, name: string): Promise<string> => {
      await rename(built, pathOf(name))
      await evict()
      return pathOf(name)
    },
    /** Removes an index that cannot be read, so that it is built again. */
    remove: (path: string): Promise<void> => rm(path, { force: true }),
    /** A path for an index that is being built. */
    building: (id: string): string => join(folder, `${id}.building`),
  }
}
