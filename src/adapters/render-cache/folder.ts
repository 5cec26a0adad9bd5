import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RenderCache } from '../../ports/render-cache.ts'

const missing = (error: unknown): undefined => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

type Kept = { readonly name: string; readonly size: number; readonly usedAt: number }

/** How much is freed at once when the bound is reached, as a share of it. */
const slack = 0.1

/**
 * The render cache as files named by their key; the time of a file is when it was last used, so that any process sees the
 * order and nothing needs an index. Losing the folder loses only time.
 */
export const openRenderCache = async (folder: string, maxBytes: number): Promise<RenderCache> => {
  await mkdir(folder, { recursive: true })

  const listed = async (): Promise<readonly Kept[]> => {
    const names = await readdir(folder)
    const found = await Promise.all(
      names.map(async name => ({ name, info: await stat(join(folder, name)).catch(missing) })),
    )
    return found.flatMap(({ name, info }) => (info?.isFile() ? [{ name, size: info.size, usedAt: info.mtimeMs }] : []))
  }
  let bytes = (await listed()).reduce((sum, file) => sum + file.size, 0)
  let sweeping: Promise<void> | undefined

  const sweep = async (): Promise<void> => {
    const files = [...(await listed())].sort((a, b) => a.usedAt - b.usedAt)
    bytes = files.reduce((sum, file) => sum + file.size, 0)
    for (const file of files) {
      if (bytes <= maxBytes * (1 - slack)) break
      await unlink(join(folder, file.name)).catch(missing)
      bytes -= file.size
    }
  }

  return {
    async get(key) {
      const path = join(folder, key)
      const found = await readFile(path).catch(missing)
      if (found === undefined) return undefined
      const now = new Date()
      await utimes(path, now, now).catch(missing)
      return found
    },
    async put(key, content) {
      if (content.length > maxBytes) return
      const temporary = join(folder, `.${randomUUID()}`)
      await writeFile(temporary, content)
      await rename(temporary, join(folder, key))
      bytes += content.length
      if (bytes <= maxBytes) return
      sweeping ??= sweep().finally(() => {
        sweeping = undefined
      })
      await sweeping
    },
  }
}
