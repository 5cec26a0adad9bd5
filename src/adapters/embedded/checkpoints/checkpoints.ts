import { join } from 'node:path'
import { FileFault } from '../../sqlite/file-fault.ts'
import { identityOf } from '../../sqlite/file-identity.ts'
import { fileOf } from '../files/file-names.ts'
import { type Calls, callsInThread } from '../threads/calls-in-thread.ts'
import type { Writer } from '../writing/writer.ts'
import type { OpenedFile } from './checkpoint-file.ts'

/** A checkpoint follows this many events, and this many milliseconds after the one before it began, at the earliest. */
const every = { events: 250, ms: 250 }

type Reports = { onFault(error: FileFault): void; onFatal(reason: string): void }

/**
 * Copies the write-ahead logs of both files into them, in a thread of its own, while commits go on (ADR 0136). The thread starts with
 * the first checkpoint. `onFault` hears of files that are unusable, `onFatal` of a thread that has ended.
 */
export const checkpointsInThread = (dataDir: string, writer: Writer, { onFault, onFatal }: Reports) => {
  const openedAt = (path: string): OpenedFile => ({ path, identity: identityOf(path) })
  const log = openedAt(join(dataDir, fileOf.log))
  let views = openedAt(join(dataDir, fileOf.views))
  let { head: last, viewsReopened: reopened } = writer.state()
  let began = 0
  let isAtWork = false
  let thread: Calls | undefined

  const checkpoint = async (file: OpenedFile): Promise<void> => {
    try {
      await thread?.('checkpoint', [file])
    } catch (error) {
      // a thread that has ended has reported itself
      if (error instanceof FileFault) onFault(error)
    }
  }
  const off = writer.onNews(async () => {
    const { head, viewsReopened } = writer.state()
    if (viewsReopened !== reopened) views = openedAt(views.path)
    reopened = viewsReopened
    const now = performance.now()
    if (head - last < every.events || now - began < every.ms || isAtWork) return
    last = head
    began = now
    isAtWork = true
    const file = new URL('./checkpoint-worker.ts', import.meta.url)
    thread ??= callsInThread(file, { name: 'checkpoint', workerData: undefined, youngMb: 1, onFatal })
    await Promise.all([log, views].map(checkpoint))
    isAtWork = false
  })
  return {
    close: async (): Promise<void> => {
      off()
      await thread?.('close', [])
    },
  }
}
