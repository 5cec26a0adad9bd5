import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { FileFault } from '../../sqlite/file-fault.ts'
import { identityOf } from '../../sqlite/file-identity.ts'
import { fileOf } from '../files/file-names.ts'
import type { Writer } from '../writing/writer.ts'
import type { FromCheckpoints, ToCheckpoints } from './checkpoint-worker.ts'

/** A checkpoint follows this many events, and this many milliseconds after the one before it began, at the earliest. */
const every = { events: 250, ms: 250 }

type Reports = { onFault(error: FileFault): void; onFatal(reason: string): void }

const startThread = ({ onFault, onFatal }: Reports) => {
  const thread = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: 1 },
  })
  let isAtWork = false
  thread.on('message', (faults: FromCheckpoints) => {
    isAtWork = false
    for (const { file, code } of faults) onFault(new FileFault(file, code))
  })
  const ended = new Promise(resolve => thread.once('exit', resolve))
  thread.on('error', ({ message }) => onFatal(`the checkpoint thread has ended: ${message}`))
  const post = (message: ToCheckpoints) => thread.postMessage(message)
  return {
    isAtWork: () => isAtWork,
    checkpoint: (files: Exclude<ToCheckpoints, 'close'>) => {
      isAtWork = true
      post(files)
    },
    close: async () => {
      post('close')
      await ended
    },
  }
}

/**
 * Copies the write-ahead logs of both files into them, in a thread of its own, while commits go on (ADR 0136). The thread starts with
 * the first checkpoint. `onFault` hears of files that are unusable, `onFatal` of a thread that has ended.
 */
export const checkpointsInThread = (dataDir: string, writer: Writer, reports: Reports) => {
  const openedAt = (path: string) => ({ path, identity: identityOf(path) })
  const log = openedAt(join(dataDir, fileOf.log))
  let views = openedAt(join(dataDir, fileOf.views))
  let { head: last, viewsReopened: reopened } = writer.state()
  let began = 0
  let thread: ReturnType<typeof startThread> | undefined

  const off = writer.onNews(() => {
    const { head, viewsReopened } = writer.state()
    if (viewsReopened !== reopened) views = openedAt(views.path)
    reopened = viewsReopened
    const now = performance.now()
    if (head - last < every.events || now - began < every.ms || thread?.isAtWork()) return
    last = head
    began = now
    thread ??= startThread(reports)
    thread.checkpoint([log, views])
  })
  return {
    close: async (): Promise<void> => {
      off()
      await thread?.close()
    },
  }
}
