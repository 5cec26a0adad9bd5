import { Worker } from 'node:worker_threads'
import type { Options, Report } from './simulate.ts'
import type { Wanted } from './worker.ts'

/** A thread with clocks and timers of its own, in which simulations run one after the other. */
const openThread = () => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url))
  const ask = <A>(wanted: Wanted): Promise<A> =>
    new Promise((resolve, reject) => {
      worker.once('error', reject)
      worker.once('message', (answer: A) => {
        worker.off('error', reject)
        resolve(answer)
      })
      worker.postMessage(wanted)
    })
  return { ask, close: () => worker.terminate() }
}

/** Runs work with a thread, which ends with the work. */
const withThread = async <A>(work: (thread: ReturnType<typeof openThread>) => Promise<A>): Promise<A> => {
  const thread = openThread()
  try {
    return await work(thread)
  } finally {
    await thread.close()
  }
}

/** Simulates seeds in several threads. The order of the reports is not that of the seeds. */
export const simulateAll = async (
  seeds: readonly number[],
  only: Options['only'],
  threads: number,
  onReport: (report: Report) => void,
): Promise<void> => {
  const left = seeds.values()
  const work = () =>
    withThread(async thread => {
      for (const seed of left) onReport(await thread.ask<Report>({ seed: { seed, only } }))
    })
  await Promise.all(Array.from({ length: Math.min(threads, seeds.length) }, work))
}

/** What was not as promised in a scenario; empty if all was well. */
export const playInThread = (scenario: string): Promise<readonly string[]> =>
  withThread(thread => thread.ask({ scenario }))
