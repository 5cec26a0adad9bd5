import { Worker } from 'node:worker_threads'
import { youngMbOfThread } from '../../threads/young-generation.ts'
import { type Answer, type Call, errorOf } from './answer-calls.ts'

type Options = {
  /** What the thread is, for its last message. */
  readonly name: string
  readonly workerData: unknown
  readonly youngMb?: number
  onFatal(reason: string): void
}

/** Calls a function of the thread by its name. `close` is the last call, after which the thread has ended. */
export type Calls = (name: string, args: readonly unknown[]) => Promise<unknown>

/** This many calls are posted at once instead of at the end of the turn, so that the thread works in parallel. */
const enough = 8

/** Starts a thread that answers calls (`answerCalls`). Those of one turn of the event loop share few messages, and so do the answers. */
export const callsInThread = (file: URL, options: Options): Calls => {
  const { name: threadName, workerData, youngMb = youngMbOfThread, onFatal } = options
  const thread = new Worker(file, { workerData, resourceLimits: { maxYoungGenerationSizeMb: youngMb } })
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()
  let asked: Call[] = []
  let calls = 0
  let dead: string | undefined

  const finish = (reason: string) => {
    if (dead === undefined) onFatal(reason)
    dead ??= reason
    for (const { reject } of waiting.values()) reject(new Error(dead))
    waiting.clear()
  }
  thread.on('message', (answers: readonly Answer[]) => {
    for (const [call, answer, fault] of answers) {
      const one = waiting.get(call)
      waiting.delete(call)
      if (fault === undefined) one?.resolve(answer)
      else one?.reject(errorOf(fault))
    }
  })
  const ended = `the ${threadName} thread has ended`
  thread.on('error', error => finish(`${ended}: ${error instanceof Error ? error.message : ''}`))
  thread.on('exit', () => finish(ended))

  const flush = () => {
    if (asked.length === 0) return
    thread.postMessage(asked)
    asked = []
  }
  return async (name, args) => {
    if (dead !== undefined && name === 'close') return undefined
    if (dead !== undefined) throw new Error(dead)
    const call = ++calls
    const gathered = asked.push([call, name, args])
    if (gathered === 1) setImmediate(flush)
    else if (gathered === enough) flush()
    const answer = await new Promise((resolve, reject) => waiting.set(call, { resolve, reject }))
    if (name === 'close') {
      dead = 'the stores are closed'
      await thread.terminate()
    }
    return answer
  }
}
