import { type Progress, progressOf } from '../../src/cli/progress.ts'

/** The bar of the running step, and how far each of its works is, in percent. */
let current: { readonly bar: Progress; readonly done: Map<string, number>; readonly works: number } | undefined

/** Shows how far a work of the running step is; without a step it shows nothing. */
export const shows = (work: string, percentage: number): void => {
  if (current === undefined) return
  const { bar, done, works } = current
  done.set(work, percentage)
  const sum = done.values().reduce((total, one) => total + one, 0)
  bar.step(Math.min(100, Math.round(sum / works)), '%')
}

/**
 * Runs a step of the demo under one bar: on a terminal it moves with the works of the step, of which there are `works`, and is full
 * when the step has ended. A step that fails leaves it where it was.
 */
export const underBar = async <A>(
  step: string,
  work: () => Promise<A>,
  works = 1,
  out: NodeJS.WriteStream = process.stderr,
): Promise<A> => {
  const bar = progressOf(out.isTTY ? step.padEnd(32) : step, 100, out)
  current = { bar, done: new Map(), works }
  try {
    const result = await work()
    bar.step(100, '%')
    return result
  } finally {
    current = undefined
    bar.end()
  }
}
