import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type BlobInfo, BlobTooLarge, type PutOptions } from '../../ports/blobs.ts'
import { noteBytes } from '../files/passing-bytes.ts'

const dayMs = 86_400_000

/** Whether the error means that a file or folder does not exist. */
export const notThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
/** For `catch`: undefined if the file does not exist; rethrows any other error. */
export const unlessGone = (error: unknown): undefined => {
  if (!notThere(error)) throw error
}
/** Whether a name is a SHA-256 in lower-case hex, the only valid name of a blob. */
export const isHash = (name: string): boolean => /^[0-9a-f]{64}$/.test(name)

const write = async (handle: FileHandle, bytes: Readable | Uint8Array, maxBytes: number): Promise<BlobInfo> => {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of bytes instanceof Uint8Array ? [bytes] : bytes) {
    size += chunk.length
    if (size > maxBytes) throw new BlobTooLarge(`more than ${maxBytes} bytes`)
    hash.update(chunk)
    // unlike write, this writes all of it
    await handle.writeFile(chunk)
    noteBytes(chunk.length)
  }
  return { sha256: hash.digest('hex'), size }
}

/** Removes temporary files older than a day, left by unfinished writes. */
const sweep = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const info = await stat(path).catch(unlessGone)
    if (info && Date.now() - info.mtimeMs > dayMs) await unlink(path).catch(unlessGone)
  }
}

/** A complete blob in a temporary file, not in place yet. */
export type Received = { readonly path: string; readonly handle: FileHandle; readonly info: BlobInfo }

/** Receives bytes whose hash, and thus name, is known only at the end. */
export type Incoming = {
  /**
   * Writes at most `maxBytes` (else BlobTooLarge) to a temporary file and passes it to `place`, if `mayStore` allows it. Deletes the file
   * afterwards unless `place` moved it.
   */
  receive(
    bytes: Readable | Uint8Array,
    options: PutOptions | undefined,
    place: (received: Received) => Promise<void>,
  ): Promise<BlobInfo>
}

/** A folder for incoming blobs. Memory use does not depend on their size. */
export const openIncoming = async (folder: string): Promise<Incoming> => {
  await mkdir(folder, { recursive: true })
  await sweep(folder)
  return {
    async receive(bytes, { maxBytes = Number.POSITIVE_INFINITY, mayStore } = {}, place) {
      // a sender may disconnect before reading starts; an unhandled error event would end the process
      if (!(bytes instanceof Uint8Array)) bytes.on('error', () => undefined)
      const path = join(folder, randomUUID())
      const handle = await open(path, 'wx')
      try {
        const info = await write(handle, bytes, maxBytes)
        await mayStore?.(info)
        await place({ path, handle, info })
        return info
      } finally {
        await handle.close()
        await unlink(path).catch(unlessGone)
      }
    },
  }
}
