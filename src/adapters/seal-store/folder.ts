import { randomUUID } from 'node:crypto'
import { link, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SealStore } from '../../ports/seal-store.ts'

const unless =
  (code: string) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== code) throw error
  }

/** Seals in a folder, which is created if it is missing. A file appears whole or not at all. */
export const folderSeals = (folder: string): SealStore => ({
  has: async name => (await stat(join(folder, name)).catch(unless('ENOENT'))) !== undefined,
  async put(name, text) {
    await mkdir(folder, { recursive: true })
    const part = join(folder, `.${name}.${randomUUID()}`)
    try {
      await writeFile(part, text, { flag: 'wx', flush: true })
      await link(part, join(folder, name)).catch(unless('EEXIST'))
    } finally {
      await rm(part, { force: true })
    }
  },
  close: () => undefined,
})
