import { mock } from 'node:test'
import { suite } from 'uvu'

/** What a test of a process gets: `stop` takes what ends with the test, such as the nodes that it started. */
export type ProcessTest = { stop: (() => Promise<unknown>)[] }

/** A suite of tests of a process in memory: no interval fires by itself, and what a test started is stopped after it. */
export const processSuite = (name: string) => {
  const test = suite<ProcessTest>(name)
  test.before.each(context => {
    mock.timers.enable({ apis: ['setInterval'] })
    context.stop = []
  })
  test.after.each(async ({ stop }) => {
    try {
      for (const end of stop) await end()
    } finally {
      // or the files after this one would have no intervals either
      mock.timers.reset()
    }
  })
  return test
}
