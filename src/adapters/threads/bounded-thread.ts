import { Worker } from 'node:worker_threads'
import { youngMbOfThread } from './young-generation.ts'

/** The work took longer, or needed more memory, than it may; its thread has ended. */
export class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded'
  readonly limit: 'time' | 'memory'
  constructor(limit: 'time' | 'memory') {
    super(`the ${limit} for this work is used up`)
    this.limit = limit
  }
}

export type Limits = {
  /** Milliseconds of the thread's own processor time for one answer, so that a busy machine refuses nothing. */
  readonly deadlineMs: number
  readonly heapMb: number
  /** MiB of buffers outside the heap, which its limit does not count. Undefined: not bounded. */
  readonly buffersMb?: number | undefined
}

/** A thread that answers one message at a time. After a rejected answer it has ended. */
export type BoundedThread<In, Out> = {
  ask(message: In): Promise<Out>
  /** Whether it has ended, also by itself after an answer. */
  hasEnded(): boolean
  /** Stops the thread, also in the middle of its work; resolves when it has ended. */
  end(): Promise<void>
}

/** A machine on which the thread hardly runs at all: the answer may take so many times its deadline. */
const patience = 10
/** Milliseconds between two looks, at least. */
const leastLookMs = 50

const faultOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new LimitExceeded('memory')
    : error

/** Calls `exceeded` once the thread has used `deadlineMs` of processor time since `before`; returns what ends the watch. */
const watch = (worker: Worker, before: NodeJS.CpuUsage, deadlineMs: number, exceeded: () => void): (() => void) => {
  const lastMoment = performance.now() + patience * deadlineMs
  let timer: NodeJS.Timeout | undefined
  const lookIn = (ms: number): void => {
    timer = setTimeout(look, Math.max(leastLookMs, ms))
  }
  const look = async (): Promise<void> => {
    // a thread that has ended used nothing more, and its end is the answer
    const { user, system } = await worker.cpuUsage(before).catch(() => ({ user: 0, system: 0 }))
    if (timer === undefined) return
    const left = deadlineMs - (user + system) / 1_000
    if (left <= 0 || performance.now() > lastMoment) exceeded()
    else lookIn(left)
  }
  lookIn(deadlineMs)
  return () => {
    clearTimeout(timer)
    timer = undefined
  }
}

/** Milliseconds between two looks at the buffers of a thread: what it can fill in that time comes on top of the limit. */
const buffersLookMs = 50

/** Calls `exceeded` once the thread has more than `buffersMb` of buffers; returns what ends the watch. */
const watchBuffers = (worker: Worker, buffersMb: number | undefined, exceeded: () => void): (() => void) => {
  if (buffersMb === undefined) return () => undefined
  let isLooking = false
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    // as above
    const { external_memory } = await worker.getHeapStatistics().catch(() => ({ external_memory: 0 }))
    isLooking = false
    if (external_memory > buffersMb * 1_048_576) exceeded()
  }
  const timer = setInterval(look, buffersLookMs)
  return () => clearInterval(timer)
}

/**
 * The variables of a thread or a process of ours: where compiled code is cached. Without them each thread would compile its modules again, which doubles the
 * processor time of its start. It needs no other variable of the node, of which some are secret.
 */
export const cacheOfCode = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const names = ['NODE_COMPILE_CACHE', 'NODE_DISABLE_COMPILE_CACHE']
  return Object.fromEntries(names.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]]])))
}

/** Starts the thread of a file that sends a message once it is ready, and then answers each message with one message. */
export const openThread = <In, Out>(file: URL, { deadlineMs, heapMb, buffersMb }: Limits): BoundedThread<In, Out> => {
  const worker = new Worker(file, {
    env: cacheOfCode(process.env),
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMbOfThread },
  })
  const ready = Promise.withResolvers<unknown>()
  ready.promise.catch(() => undefined)
  let answer: PromiseWithResolvers<Out> | undefined
  let ended = false
  const finish = (error: unknown) => {
    ready.reject(error)
    answer?.reject(error)
  }
  worker.once('message', () => {
    ready.resolve(undefined)
    worker.on('message', (out: Out) => answer?.resolve(out))
  })
  worker.on('error', error => {
    ended = true
    finish(faultOf(error))
  })
  worker.on('exit', () => {
    ended = true
    finish(new Error('the thread has ended'))
  })
  // only a busy thread keeps the process alive
  worker.unref()
  return {
    async ask(message) {
      worker.ref()
      await ready.promise
      const own = Promise.withResolvers<Out>()
      // refused here, when the thread ends while it is asked for its time
      own.promise.catch(() => undefined)
      answer = own
      const before = await worker.cpuUsage()
      worker.postMessage(message)
      const stopWatchingBuffers = watchBuffers(worker, buffersMb, () => finish(new LimitExceeded('memory')))
      const stopWatching = watch(worker, before, deadlineMs, () => finish(new LimitExceeded('time')))
      try {
        return await own.promise
      } finally {
        stopWatching()
        stopWatchingBuffers()
        worker.unref()
      }
    },
    hasEnded: () => ended,
    async end() {
      await worker.terminate()
    },
  }
}
