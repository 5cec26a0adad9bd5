import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isOfDisk } from '../../ports/disk-fault.ts'
import type { RenderCache } from '../../ports/render-cache.ts'
import { openFailures } from './failures.ts'
import { sharing } from './once.ts'
import { openPassing } from './passing.ts'

const missing = (error: unknown): undefined => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

type Kept = { readonly name: string; readonly size: number; readonly usedAt: number }

/**
 * Share of the limit that is freed at once when it is reached, and that may be written before the folder is scanned
 * again.
 */
const slack = 0.1

const digestBytes = 32
const digestOf = (content: Buffer): Buffer => createHash('sha256').update(content).digest()

/** A file is its content followed by its hash; undefined if they differ, for example after a machine crash. */
const contentOf = (file: Buffer): Buffer | undefined => {
  const content = file.subarray(0, -digestBytes)
  return file.length >= digestBytes && digestOf(content).equals(file.subarray(-digestBytes)) ? content : undefined
}

/**
 * The render cache as files named by their key. A file's modification time is when it was last used, so that every
 * process sees the order without an index. Losing files costs only time. Processes that share the folder rescan it
 * after writing a tenth of the limit. `now`: monotonic, in milliseconds.
 */
export const openRenderCache = async (
  folder: string,
  maxBytes: number,
  now: () => number = () => performance.now(),
): Promise<RenderCache> => {
  const make = () => mkdir(folder, { recursive: true })
  await make()

  const listed = async (): Promise<readonly Kept[]> => {
    const names = (await readdir(folder).catch(missing)) ?? []
    const found = await Promise.all(
      names.map(async name => ({ name, info: await stat(join(folder, name)).catch(missing) })),
    )
    return found.flatMap(({ name, info }) => (info?.isFile() ? [{ name, size: info.size, usedAt: info.mtimeMs }] : []))
  }
  let bytes = (await listed()).reduce((sum, file) => sum + file.size, 0)
  let unseen = 0
  let sweeping: Promise<void> | undefined

  /**
   * Removes the least recently used files, but never the one just written: files of one clock tick have the same age.
   */
  const sweep = async (justPut: string): Promise<void> => {
    const files = [...(await listed())].sort((a, b) => a.usedAt - b.usedAt)
    bytes = files.reduce((sum, file) => sum + file.size, 0)
    unseen = 0
    if (bytes <= maxBytes) return
    for (const file of files) {
      if (bytes <= maxBytes * (1 - slack)) break
      if (file.name === justPut) continue
      await unlink(join(folder, file.name)).catch(missing)
      bytes -= file.size
    }
  }

  return {
    ...openFailures(now),
    ...openPassing(now),
    once: sharing(),
    bytes: () => bytes,
    async get(key) {
      const path = join(folder, key)
      const file = await readFile(path).catch(missing)
      const found = file && contentOf(file)
      if (file && !found) await unlink(path).catch(missing)
      if (!found) return undefined
      const now = new Date()
      await utimes(path, now, now).catch(missing)
      return found
    },
    async put(key, content) {
      const size = content.length + digestBytes
      if (size > maxBytes) return
      const temporary = join(folder, `.${randomUUID()}`)
      try {
        // the folder may be removed at any time
        await make()
        await writeFile(temporary, [content, digestOf(content)])
        // another process may have deleted it meanwhile: then it is not cached
        await rename(temporary, join(folder, key)).catch(missing)
      } catch (error) {
        await unlink(temporary).catch(missing)
        // a drawing can be used without being kept
        if (isOfDisk(error)) return
        throw error
      }
      bytes += size
      unseen += size
      if (bytes <= maxBytes && unseen <= maxBytes * slack) return
      sweeping ??= sweep(key).finally(() => {
        sweeping = undefined
      })
      await sweeping
    },
  }
}
