import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type BlobInfo, BlobTooLarge } from '../../ports/blobs.ts'

const dayMs = 86_400_000

/** Whether a file or folder was not found. */
export const notThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
/** For `catch`: undefined when there is no such file; anything else is thrown on. */
export const unlessGone = (error: unknown): undefined => {
  if (!notThere(error)) throw error
}
/** Whether a name is a SHA-256 in lower-case hex, the only name that a blob has. */
export const isHash = (name: string): boolean => /^[0-9a-f]{64}$/.test(name)

const write = async (handle: FileHandle, bytes: Readable | Uint8Array, maxBytes: number): Promise<BlobInfo> => {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of bytes instanceof Uint8Array ? [bytes] : bytes) {
    size += chunk.length
    if (size > maxBytes) throw new BlobTooLarge(`more than ${maxBytes} bytes`)
    hash.update(chunk)
    // unlike write, this goes on until all of it is written
    await handle.writeFile(chunk)
  }
  return { sha256: hash.digest('hex'), size }
}

/** Removes what unfinished writes of a day ago and more have left. */
const sweep = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const info = await stat(path).catch(unlessGone)
    if (info && Date.now() - info.mtimeMs > dayMs) await unlink(path).catch(unlessGone)
  }
}

/** A blob that is whole, in a temporary file, before it has its place. */
export type Received = { readonly path: string; readonly handle: FileHandle; readonly info: BlobInfo }

/** Takes bytes in whose hash, and thus whose name, is known only at their end. */
export type Incoming = {
  /**
   * Writes the bytes into a temporary file, at most `maxBytes` (else BlobTooLarge), and hands it to `place`. The file is
   * gone afterwards, unless `place` moved it away.
   */
  receive(
    bytes: Readable | Uint8Array,
    maxBytes: number,
    place: (received: Received) => Promise<void>,
  ): Promise<BlobInfo>
}

/** A folder for blobs on their way in; memory stays flat however large they are. */
export const openIncoming = async (folder: string): Promise<Incoming> => {
  await mkdir(folder, { recursive: true })
  await sweep(folder)
  return {
    async receive(bytes, maxBytes, place) {
      // a sender that hangs up before we read is heard while reading; until then its error would end the process
      if (!(bytes instanceof Uint8Array)) bytes.on('error', () => undefined)
      const path = join(folder, randomUUID())
      const handle = await open(path, 'wx')
      try {
        const info = await write(handle, bytes, maxBytes)
        await place({ path, handle, info })
        return info
      } finally {
        await handle.close()
        await unlink(path).catch(unlessGone)
      }
    },
  }
}
