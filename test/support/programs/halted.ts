import { readdir, readFile } from 'node:fs/promises'

/** States of proc(5): stopped by a signal, by a tracer, or ended. */
const stopped = new Set(['T', 't', 'Z', 'X'])

const stateOf = async (stat: string): Promise<string | undefined> => {
  const text = await readFile(stat, 'utf8').catch(() => undefined)
  // the name of a thread is in parentheses and may contain some
  return text?.slice(text.lastIndexOf(')') + 2)[0]
}

/**
 * True when no thread of this process runs any more. SIGSTOP returns earlier: one thread takes the signal when it gets a processor, and until
 * then the others go on, and may begin a write that stays open. Without /proc this is not known, and true.
 */
export const isHalted = async (pid: number): Promise<boolean> => {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const states = await Promise.all(threads.map(thread => stateOf(`/proc/${pid}/task/${thread}/stat`)))
  return states.every(state => state === undefined || stopped.has(state))
}
