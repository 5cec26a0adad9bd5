import { readdirSync, readFileSync } from 'node:fs'

/** CPU time of a process so far, in milliseconds: of its main thread, and of all its threads. */
export type Cpu = { readonly main: number; readonly all: number }

/** Linux counts in hundredths of a second. */
const tick = 10

const timeOf = (stat: string): number => {
  // the name before the last parenthesis may hold spaces
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tick
}

/** What a process has used; NaN where the system does not tell. It tells what a request costs even when others use the cores. */
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
