import type { Timeline } from './timeline.ts'

/** Follows the timeline until the work is done; rejects as it does, or when it takes longer than `ms`. */
export const during = async <A>(timeline: Timeline, ms: number, work: Promise<A>, what: string): Promise<A> => {
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  await timeline.run(timeline.now() + ms, () => isOver)
  if (!isOver) throw new Error(`${what} took longer than ${ms} ms`)
  return work
}
