import { type Callback, suite as quietSuite, test as quietTest, type Test } from 'uvu'

export { exec } from 'uvu'

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

const withLoudHooks = <T>(test: Test<T>): Test<T> => {
  test.before = Object.assign(loud(test.before, 'before'), { each: loud(test.before.each, 'before.each') })
  test.after = Object.assign(loud(test.after, 'after'), { each: loud(test.after.each, 'after.each') })
  return test
}

/** Takes the place of uvu in the lanes. */
export const suite: typeof quietSuite = (name, context) => withLoudHooks(quietSuite(name, context))
export const test = withLoudHooks(quietTest)
