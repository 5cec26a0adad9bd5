import { open } from 'node:fs/promises'

/** Enough of a file to tell its kind. */
export const beginningBytes = 4_096

/** The first bytes of a file. */
export const beginningOf = async (path: string, bytes = beginningBytes): Promise<Buffer> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
