import { Worker } from 'node:worker_threads'
import { youngMbOfThread } from '../threads/young-generation.ts'
import type { VideoMessage } from './video-message.ts'

/** A thread that encodes one video at a time. */
export type VideoWorker = {
  /** Answers arrive in the order of the messages. Rejects if the thread fails. */
  ask(message: VideoMessage): Promise<unknown>
  end(): void
}
/** A pool of idle threads, as starting one costs as much as twenty frames. */
export type VideoWorkers = {
  take(): VideoWorker
  /** Only after an answered `finish`. */
  giveBack(worker: VideoWorker): void
  close(): void
}

const openWorker = (): VideoWorker => {
  const worker = new Worker(new URL('./mp4-worker.ts', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: youngMbOfThread },
  })
  const waiting: PromiseWithResolvers<unknown>[] = []
  let broken: Error | undefined
  const breakOff = (error: Error) => {
    broken ??= error
    for (const { reject } of waiting.splice(0)) reject(broken)
  }
  worker.on('message', answer => {
    waiting.shift()?.resolve(answer)
    if (waiting.length === 0) worker.unref()
  })
  worker.on('error', breakOff)
  worker.on('exit', () => breakOff(new Error('the video encoder ended unexpectedly')))
  worker.unref()
  return {
    ask(message) {
      if (broken) return Promise.reject(broken)
      const answer = Promise.withResolvers<unknown>()
      waiting.push(answer)
      // only a busy thread keeps the process alive
      worker.ref()
      worker.postMessage(message)
      return answer.promise
    },
    end: () => void worker.terminate(),
  }
}

export const videoWorkers = (): VideoWorkers => {
  const idle: VideoWorker[] = []
  let closed = false
  return {
    take: () => idle.pop() ?? openWorker(),
    giveBack(worker) {
      if (closed) worker.end()
      else idle.push(worker)
    },
    close() {
      closed = true
      for (const worker of idle.splice(0)) worker.end()
    },
  }
}
