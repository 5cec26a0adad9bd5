import { basename, dirname } from 'node:path'
import { createStream } from 'rotating-file-stream'
import type { Logger } from '../ports/logger.ts'

export type AccessFile = {
  /** Never throws and never waits: a line that the disk cannot take in time is dropped, and the drop is logged. */
  write(line: string): void
  close(): Promise<void>
}

/** What waits for a slow disk at most; later lines are dropped. */
const maxWaitingBytes = 8 * 2 ** 20

/** Opens the file of the access log (ADR 0080): at most `bytes`, and that many times `files` in the files that it was rotated into. */
export const openAccessFile = (
  path: string,
  { bytes, files }: { readonly bytes: number; readonly files: number },
  logger: Pick<Logger, 'warn' | 'error'>,
): AccessFile => {
  const options = { path: dirname(path), size: `${bytes}B`, rotate: files, mode: 0o600 } as const
  const stream = createStream(basename(path), options)
  let dropped = 0
  let isBroken = false
  stream.on('warning', err => logger.warn({ err }, 'the access log could not be rotated'))
  // the node goes on: requests are answered, and commands are in the event log
  stream.on('error', err => {
    isBroken = true
    logger.error({ err }, 'the access log cannot be written any more; restart the node when its disk has room')
  })
  const write = (line: string): void => {
    if (isBroken) return
    if (stream.writableLength > maxWaitingBytes) {
      dropped++
      return
    }
    if (dropped > 0) logger.warn({ lines: dropped }, 'lines of the access log were dropped: the disk is too slow')
    dropped = 0
    stream.write(line)
  }
  return {
    write,
    close: () =>
      new Promise(resolve => {
        if (isBroken) return resolve()
        stream.once('error', () => resolve())
        stream.end(() => resolve())
      }),
  }
}
