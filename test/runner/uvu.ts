import { inspect } from 'node:util'
import { type Callback, exec as quietExec, suite as quietSuite, test as quietTest, type Test } from 'uvu'

/** What tests of the present file threw. uvu shows it after all of them, which a file that brings its process down never reaches. */
const thrown: string[] = []
process.on('exit', () => {
  for (const each of thrown) process.stdout.write(each)
})

/** Runs the suites of a file. */
export const exec: typeof quietExec = async bail => {
  await quietExec(bail)
  thrown.length = 0
}

const kept =
  <T>(name: string, handler: Callback<T>): Callback<T> =>
  async context => {
    try {
      await handler(context)
    } catch (error) {
      thrown.push(`\n${name} failed: ${inspect(error)}\n`)
      throw error
    }
  }

/** Prints what a hook throws: uvu drops it, and the suite ends with tests that did not run. */
const loud =
  <T>(add: (hook: Callback<T>) => void, name: string) =>
  (hook: Callback<T>): void =>
    add(async context => {
      try {
        await hook(context)
      } catch (error) {
        console.log(`\n${name} failed:`, error)
        throw error
      }
    })

const told = <T>(quiet: Test<T>): Test<T> =>
  Object.assign((name: string, handler: Callback<T>) => quiet(name, kept(name, handler)), quiet, {
    before: Object.assign(loud(quiet.before, 'before'), { each: loud(quiet.before.each, 'before.each') }),
    after: Object.assign(loud(quiet.after, 'after'), { each: loud(quiet.after.each, 'after.each') }),
  })

/** Takes the place of uvu in the lanes. */
export const suite: typeof quietSuite = (name, context) => told(quietSuite(name, context))
export const test = told(quietTest)
