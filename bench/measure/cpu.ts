import { readdirSync, readFileSync } from 'node:fs'

/** CPU time used by a process so far, in milliseconds: main thread, and all threads. */
export type Cpu = { readonly main: number; readonly all: number }

/** Linux counts in hundredths of a second. */
const tick = 10

const timeOf = (stat: string): number => {
  // the name before the last parenthesis may contain spaces
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tick
}

/**
 * CPU time of a process; NaN if the system does not provide it. It shows the cost of a request even when other
 * processes use the cores.
 */
export const cpuOf = (pid: number): Cpu => {
  if (process.platform !== 'linux') return { main: Number.NaN, all: Number.NaN }
  const threads = readdirSync(`/proc/${pid}/task`).map(
    id => [id, timeOf(readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8'))] as const,
  )
  return {
    main: threads.find(([id]) => id === String(pid))?.[1] ?? Number.NaN,
    all: threads.reduce((sum, [, time]) => sum + time, 0),
  }
}
