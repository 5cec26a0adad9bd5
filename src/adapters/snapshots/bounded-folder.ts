import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/** Milliseconds after which a file that was never finished is removed; its process has ended. */
const unfinishedMs = 3_600_000

/** Whether the name is that of a file that is still being written. */
export const isUnfinished = (name: string): boolean => name.startsWith('.')

const missing = (error: unknown): undefined => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

/** A folder of at most `maxBytes`. The modification time of a file is when it was last used, so processes may share the folder. */
export const boundedFolder = (folder: string, maxBytes: number) => ({
  used: async (path: string): Promise<void> => {
    const now = new Date()
    await utimes(path, now, now).catch(missing)
  },
  /** Removes the least recently used files beyond the limit, and what was never finished. */
  sweep: async (): Promise<void> => {
    const found = await Promise.all(
      (await readdir(folder)).map(async name => ({ name, info: await stat(join(folder, name)).catch(missing) })),
    )
    const files = found.flatMap(({ name, info }) => (info ? [{ name, size: info.size, usedAt: info.mtimeMs }] : []))
    const left = files.filter(({ name, usedAt }) => isUnfinished(name) && usedAt < Date.now() - unfinishedMs)
    let bytes = 0
    const beyond = files
      .filter(({ name }) => !isUnfinished(name))
      .sort((a, b) => b.usedAt - a.usedAt)
      .filter(({ size }) => {
        bytes += size
        return bytes > maxBytes
      })
    for (const { name } of [...left, ...beyond]) await rm(join(folder, name), { force: true })
  },
})
