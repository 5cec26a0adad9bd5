import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { type Directory, directoryBytesIn, footerBytes, type Row, rowsIn, unpacked } from '../../engine/rows/frames.ts'

/** A directory has at most some 20 characters a frame and 256 a column. */
const mostDirectory = 64 * 1_048_576

const bytesAt = (file: number, at: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length)
  for (let read = 0; read < length; ) {
    const more = readSync(file, bytes, read, length - read, at + read)
    if (more === 0) throw new Error('the row file is cut short')
    read += more
  }
  return bytes
}

/** The rows of a row file (ADR 0048) in their order, frame by frame. */
export async function* rowsOfFile(path: string): AsyncGenerator<readonly Row[]> {
  const file = openSync(path, 'r')
  try {
    const { size } = statSync(path)
    const length = directoryBytesIn(bytesAt(file, size - footerBytes, footerBytes))
    if (length === undefined) throw new Error('not a row file')
    const directory = await unpacked(bytesAt(file, size - footerBytes - length, length), mostDirectory)
    let at = 0
    for (const frame of (JSON.parse(directory) as Directory).frames) {
      yield rowsIn(await unpacked(bytesAt(file, at, frame.length), frame.text))
      at += frame.length
    }
  } finally {
    closeSync(file)
  }
}
