import { Worker } from 'node:worker_threads'
import { DocumentUnreadable } from '../../../ports/store-away.ts'
import { FileFault } from '../../sqlite/file-fault.ts'
import { youngMbOfThread } from '../../threads/young-generation.ts'
import type { FromReader, ReadFault, ToReader } from './read-worker.ts'
import { type OpenReads, readsBy } from './reads.ts'

type Waiting = { resolve(answer: unknown): void; reject(error: Error): void }

const errorOf = (fault: ReadFault): Error => {
  if (typeof fault === 'string') return new Error(fault)
  return 'view' in fault ? new DocumentUnreadable(fault.view, fault.generation) : new FileFault(fault.file, fault.code)
}

/** This many reads are posted at once instead of at the end of the turn, so that the thread works in parallel. */
const enough = 8

/** Reads in a separate thread. Reads of one turn of the event loop share few messages, and so do the answers. */
export const readsInThread: OpenReads = async (dataDir, onFatal) => {
  const thread = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: dataDir,
    resourceLimits: { maxYoungGenerationSizeMb: youngMbOfThread },
  })
  const waiting = new Map<number, Waiting>()
  let asked: ToReader[number][] = []
  let calls = 0
  let dead: string | undefined

  const finish = (reason: string) => {
    if (dead === undefined) onFatal(reason)
    dead ??= reason
    for (const { reject } of waiting.values()) reject(new Error(dead))
    waiting.clear()
  }
  thread.on('message', (answers: FromReader) => {
    for (const [call, answer, fault] of answers) {
      const one = waiting.get(call)
      waiting.delete(call)
      if (fault === undefined) one?.resolve(answer)
      else one?.reject(errorOf(fault))
    }
  })
  thread.on('error', error => finish(`the reader thread has ended: ${error instanceof Error ? error.message : ''}`))
  thread.on('exit', () => finish('the reader thread has ended'))

  const flush = () => {
    if (asked.length === 0) return
    thread.postMessage(asked)
    asked = []
  }
  return readsBy(async (method, args) => {
    if (dead !== undefined && method === 'close') return undefined
    if (dead !== undefined) throw new Error(dead)
    const call = ++calls
    const gathered = asked.push([call, method, args])
    if (gathered === 1) setImmediate(flush)
    else if (gathered === enough) flush()
    const answer = await new Promise((resolve, reject) => waiting.set(call, { resolve, reject }))
    if (method === 'close') {
      dead = 'the stores are closed'
      await thread.terminate()
    }
    return answer
  })
}
