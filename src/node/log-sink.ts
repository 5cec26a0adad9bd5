import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Where log lines go. Nothing here blocks the node or throws, whatever the reader of the log does. */
export type LogSink = {
  /** Adds a line to the buffer, which is written when it is full and every second. */
  readonly buffered: { write(line: string): void }
  /** Writes a line at once, after those in the buffer. */
  readonly direct: { write(line: string): void }
  /** Writes what is left; waits at most a second for a slow reader. */
  close(): Promise<void>
}

/** One write per request line would cost more than the line. */
const bufferBytes = 4_096
const everyMs = 1_000
/** What waits for a slow reader at most; later lines are dropped. */
const maxWaitingBytes = 8 * 2 ** 20
const patience = { turns: 20, turnMs: 50 }

const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN'

/**
 * A pipe, opened again so that a full one refuses a write instead of blocking the node. Anything else is used as it is,
 * and so is a pipe that cannot be opened: without /proc, or when its reader has ended.
 */
const unblocked = (fd: number): { readonly fd: number; close(): void } => {
  const asItIs = { fd, close: () => undefined }
  if (!fstatSync(fd).isFIFO()) return asItIs
  try {
    const own = openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK)
    return { fd: own, close: () => closeSync(own) }
  } catch {
    return asItIs
  }
}

const droppedLine = (lines: number): string =>
  `${JSON.stringify({ level: 40, time: Date.now(), lines, msg: 'log lines were dropped: the reader of the log is too slow' })}\n`

/** Opens the sink on a file descriptor: lines wait while the reader is slow, and are dropped when it has ended. */
export const openLogSink = (descriptor: number): LogSink => {
  const { fd, close } = unblocked(descriptor)
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let buffer = ''
  let dropped = 0

  const add = (text: string) => {
    const bytes = Buffer.from(text)
    waiting.push(bytes)
    waitingBytes += bytes.length
  }
  /** Writes the first buffer, or a part of it. */
  const writeOne = (first: Buffer) => {
    const written = writeSync(fd, first)
    waitingBytes -= written
    if (written === first.length) waiting.shift()
    else waiting[0] = first.subarray(written)
  }
  const flush = () => {
    if (buffer !== '') add(buffer)
    buffer = ''
    try {
      for (let first = waiting[0]; first; first = waiting[0]) writeOne(first)
      if (dropped > 0) add(droppedLine(dropped))
      dropped = 0
    } catch (error) {
      if (isFull(error)) return
      // the reader has ended, or the disk of the log is full: there is nowhere to report it
      waiting = []
      waitingBytes = 0
    }
  }
  const write = (line: string, isUrgent: boolean) => {
    if (waitingBytes > maxWaitingBytes) dropped++
    else buffer += line
    if (isUrgent || buffer.length >= bufferBytes) flush()
  }
  const timer = setInterval(flush, everyMs).unref()
  process.on('exit', flush)
  return {
    buffered: { write: line => write(line, false) },
    direct: { write: line => write(line, true) },
    async close() {
      clearInterval(timer)
      flush()
      for (let turn = 0; waiting.length > 0 && turn < patience.turns; turn++) {
        await pause(patience.turnMs)
        flush()
      }
      process.off('exit', flush)
      close()
    },
  }
}
