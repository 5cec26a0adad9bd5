import { type FileHandle, open } from 'node:fs/promises'
import { type Directory, directoryBytesIn, footerBytes, type Row, rowsIn, unpacked } from '../../engine/rows/frames.ts'

const mostDirectory = 64 * 1_048_576

/** Bytes of a file at a place; in `memory`, if they fit in there. */
const part = async (file: FileHandle, at: number, bytes: number, memory?: Buffer): Promise<Buffer> => {
  const into = memory && memory.length >= bytes ? memory.subarray(0, bytes) : Buffer.allocUnsafeSlow(bytes)
  const { buffer, bytesRead } = await file.read(into, 0, bytes, at)
  if (bytesRead !== bytes) throw new Error('a row file ends too early')
  return buffer
}

const directoryOf = async (file: FileHandle): Promise<Directory> => {
  const { size } = await file.stat()
  const length = directoryBytesIn(await part(file, size - footerBytes, footerBytes))
  if (length === undefined) throw new Error('not a row file')
  return JSON.parse(await unpacked(await part(file, size - footerBytes - length, length), mostDirectory))
}

/** A row file (ADR 0048) on this node, read from its beginning to its end: the text of each frame, a row each line. */
export const readRowFile = async (path: string) => {
  const file = await open(path)
  const { columns, frames } = await directoryOf(file).catch(async error => {
    await file.close()
    throw error
  })
  async function* texts(): AsyncGenerator<string> {
    let at = 0
    // each frame takes the memory of the one before, which waits for no collector
    let memory: Buffer = Buffer.alloc(0)
    try {
      for (const { length, text } of frames) {
        const frame = await part(file, at, length, memory)
        if (frame.length > memory.length) memory = frame
        yield await unpacked(frame, text)
        at += length
      }
    } finally {
      await file.close()
    }
  }
  async function* rows(): AsyncGenerator<Row> {
    for await (const text of texts()) yield* rowsIn(text)
  }
  return { columns, texts, rows }
}
