import { Worker } from 'node:worker_threads'
import type { Append, Outcome } from '../../event-log/sqlite/append-batch.ts'
import { FileFault } from '../../sqlite/file-fault.ts'
import { youngMbOfThread } from '../../threads/young-generation.ts'
import { fileOf } from '../files/file-names.ts'
import {
  type Answers,
  type FromWriter,
  type Job,
  pack,
  type ToWriter,
  type WriterOptions,
  type WriterState,
} from '../protocol.ts'

type Waiting = { resolve(answer: unknown): void; reject(error: Error): void }

/** Heap limits of the thread: the documents of a build, with room for a batch of large events. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: youngMbOfThread }

/** The error that ended the thread. Errors lose their class between threads. */
const endedWith = (error: unknown): unknown => {
  if (typeof error !== 'object' || error === null || !('file' in error && 'code' in error)) return error
  const { file, code } = error
  return typeof file === 'string' && typeof code === 'string' ? new FileFault(file, code) : error
}
const ended = 'the log writer thread has ended'

/**
 * This many appends are posted at once instead of at the end of the turn: under load the thread then works in parallel.
 */
const enough = 32

/** The main thread's handle of the writer thread. Requests of one turn of the event loop share few messages. */
export const startWriter = async (options: WriterOptions, onFatal: (reason: string) => void) => {
  const thread = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: options,
    resourceLimits,
  })
  const appending = new Map<number, (outcome: Outcome) => void>()
  const waiting = new Map<number, Waiting>()
  const listeners = new Set<(moved: boolean) => void>()
  let state: WriterState = {
    head: 0,
    reflected: 0,
    failedViews: [],
    building: [],
    logProblem: undefined,
    viewsProblem: undefined,
    viewsReopened: 0,
  }
  let appends: (string | number)[] = []
  let gathered = 0
  let jobs: (readonly [number, Job])[] = []
  let calls = 0
  let flushing = false
  let dead: string | undefined
  let closing: string | undefined
  let running = false

  const flush = () => {
    thread.postMessage({ appends, jobs } satisfies ToWriter)
    appends = []
    jobs = []
    gathered = 0
  }
  const atEndOfTurn = () => {
    flushing = false
    if (!dead) flush()
  }
  const flushSoon = () => {
    if (flushing || dead) return
    flushing = true
    setImmediate(atEndOfTurn)
  }
  const finish = (reason: string) => {
    if (dead) return
    dead = reason
    for (const resolve of appending.values()) resolve({ kind: 'unavailable', reason })
    for (const { reject } of waiting.values()) reject(new Error(reason))
    appending.clear()
    waiting.clear()
    for (const listener of listeners) listener(true)
  }
  const receive = (message: FromWriter) => {
    state = message.state
    const settle = (call: number, outcome: Outcome) => {
      appending.get(call)?.(outcome)
      appending.delete(call)
    }
    const { appended } = message
    for (let i = 0; i < appended.length; i += 3) {
      settle(appended[i]!, { revision: appended[i + 1]!, position: appended[i + 2]! })
    }
    for (const [call, outcome] of message.refused) settle(call, outcome)
    for (const [call, answer] of message.answers) waiting.get(call)?.resolve(answer)
    for (const [call, code] of message.faults) waiting.get(call)?.reject(new FileFault(fileOf.views, code))
    for (const [call] of [...message.answers, ...message.faults]) waiting.delete(call)
    for (const listener of listeners) listener(message.moved)
  }

  const started = await new Promise<NonNullable<FromWriter['started']>>((resolve, reject) => {
    thread.on('message', (message: FromWriter) => {
      receive(message)
      if (!message.started) return
      running = true
      resolve(message.started)
    })
    thread.on('error', error => {
      const reason = `${ended}: ${error instanceof Error ? error.message : 'unknown error'}`
      if (running && !dead) onFatal(reason)
      finish(reason)
      reject(endedWith(error))
    })
    thread.on('exit', () => {
      if (running && !dead) onFatal(ended)
      finish(ended)
      reject(new Error(ended))
    })
  })

  const append = (request: Append): Promise<Outcome> => {
    const closedReason = dead ?? closing
    if (closedReason) return Promise.resolve({ kind: 'unavailable', reason: closedReason })
    const call = ++calls
    pack(appends, call, request)
    if (++gathered >= enough) flush()
    else flushSoon()
    return new Promise(resolve => appending.set(call, resolve))
  }
  const ask = <K extends Job['kind']>(job: Job & { readonly kind: K }): Promise<Answers[K]> => {
    const closedReason = dead ?? closing
    if (closedReason) return Promise.reject(new Error(closedReason))
    const call = ++calls
    jobs.push([call, job])
    flushSoon()
    return new Promise((resolve, reject) => waiting.set(call, { resolve: a => resolve(a as Answers[K]), reject }))
  }
  return {
    started,
    append,
    ask,
    state: (): WriterState => state,
    /** Why the thread has ended; undefined while it runs. */
    dead: (): string | undefined => dead,
    /**
     * Calls the listener after every message of the thread; `moved`: views have changed. Returns a function that
     * unsubscribes.
     */
    onNews: (listener: (moved: boolean) => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Finishes pending work, closes the files and ends the thread. */
    close: async () => {
      if (dead) return
      const closed = ask({ kind: 'close' })
      closing = 'the log is closed'
      await closed
      finish(closing)
      await thread.terminate()
    },
  }
}
export type Writer = Awaited<ReturnType<typeof startWriter>>
