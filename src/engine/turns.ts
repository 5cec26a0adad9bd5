import { othersFirst } from './write/fold.ts'

/** Milliseconds of work after which other requests have a turn. */
const turnMs = 5

/** Divides long work into turns: to be awaited between two parts of it, it lets everything else run first when the turn has lasted long. */
export const turns = () => {
  let began = performance.now()
  return async (): Promise<void> => {
    if (performance.now() - began <= turnMs) return
    await othersFirst()
    began = performance.now()
  }
}
