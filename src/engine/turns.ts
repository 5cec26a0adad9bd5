import { othersFirst } from './write/fold.ts'

/** Milliseconds of work after which other requests have a turn. */
const turnMs = 5

/**
 * Divides long work into turns: to be awaited between two parts of it, it lets everything else run first when the turn has lasted long;
 * undefined: it has not.
 */
export const turns = () => {
  let began = performance.now()
  const others = async (): Promise<void> => {
    await othersFirst()
    began = performance.now()
  }
  return (): Promise<void> | undefined => (performance.now() - began > turnMs ? others() : undefined)
}

export type Turn = ReturnType<typeof turns>
