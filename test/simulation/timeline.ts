/** The real function: the one of a simulated machine would wait for the timeline. */
const { setImmediate: endOfTurn } = globalThis

/** A step that is due at a time. */
export type Step = { readonly at: number; readonly order: number; run: (() => void) | undefined }

const isBefore = (a: Step, b: Step) => a.at < b.at || (a.at === b.at && a.order < b.order)

/** A binary heap: the first step to be due is at the top. */
const heap = () => {
  const steps: Step[] = []
  const swap = (i: number, j: number) => {
    const [a, b] = [steps[i]!, steps[j]!]
    steps[i] = b
    steps[j] = a
  }
  return {
    push(step: Step) {
      steps.push(step)
      for (let i = steps.length - 1; i > 0; ) {
        const parent = (i - 1) >> 1
        if (!isBefore(steps[i]!, steps[parent]!)) return
        swap(i, parent)
        i = parent
      }
    },
    pop(): Step | undefined {
      const first = steps[0]
      const last = steps.pop()
      if (first === undefined || last === undefined || steps.length === 0) return first
      steps[0] = last
      for (let i = 0; ; ) {
        const [left, right] = [2 * i + 1, 2 * i + 2]
        let least = i
        if (left < steps.length && isBefore(steps[left]!, steps[least]!)) least = left
        if (right < steps.length && isBefore(steps[right]!, steps[least]!)) least = right
        if (least === i) return first
        swap(i, least)
        i = least
      }
    },
  }
}

/**
 * Virtual time in milliseconds. Nothing happens but steps, in the order of their times; the clock jumps from one to the
 * next. All promises that a step settles are followed to their end before the next step.
 */
export const openTimeline = () => {
  const due = heap()
  let now = 0
  let count = 0
  return {
    now: () => now,
    /** Steps that were scheduled so far. */
    count: () => count,
    after(ms: number, run: () => void): Step {
      const step: Step = { at: now + Math.max(0, ms), order: count++, run }
      due.push(step)
      return step
    },
    /** Runs steps until `isOver` or nothing is due before `until`. */
    async run(until: number, isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        const step = due.pop()
        if (step === undefined) return
        if (step.run === undefined) continue
        if (step.at > until) {
          due.push(step)
          return
        }
        now = step.at
        step.run()
        await new Promise(resolve => endOfTurn(resolve))
      }
    },
  }
}
export type Timeline = ReturnType<typeof openTimeline>
