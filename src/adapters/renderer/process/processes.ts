import { readdirSync, readFileSync } from 'node:fs'

/** A running process of this machine, from /proc. Systems without /proc have none. */
export type Running = {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** Ticks since the machine started. */
  readonly startedAt: string
  /** Milliseconds for which it has used a processor; the kernel counts hundredths of a second. */
  readonly processorMs: number
}

/** The process may end between two reads, and systems other than Linux have no /proc. */
export const unlessGone = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return undefined
    throw error
  }
}

/** A process by its number; undefined if it does not run, or has ended and only waits for its parent. */
export const processAt = (pid: number): Running | undefined => {
  const stat = unlessGone(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // the name, in parentheses, may contain anything
  const [state, parent, group, ...more] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  if (state === undefined || state === 'Z' || state === 'X') return undefined
  const processorMs = (Number(more[8]) + Number(more[9])) * 10
  return { pid, parent: Number(parent), group: Number(group), startedAt: more[16] ?? '', processorMs }
}

/** All running processes. */
export const allProcesses = (): readonly Running[] =>
  (unlessGone(() => readdirSync('/proc')) ?? []).flatMap(name => {
    const found = /^\d+$/.test(name) ? processAt(Number(name)) : undefined
    return found ? [found] : []
  })

/** The command line of a process; empty if it is gone. Chromium separates its own words by blanks in some processes. */
export const commandLineOf = (pid: number): readonly string[] =>
  unlessGone(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.split(/[\0 ]/) ?? []

const childrenOf = (pid: number): readonly number[] =>
  (unlessGone(() => readdirSync(`/proc/${pid}/task`)) ?? []).flatMap(task =>
    (unlessGone(() => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')) ?? '')
      .split(' ')
      .filter(word => word !== '')
      .map(Number),
  )

/** The numbers of a process and everything below it. */
export const treeOf = (pid: number): readonly number[] => [pid, ...childrenOf(pid).flatMap(treeOf)]

/** Bytes of memory that a process holds, with the code that it shares; 0 if it is gone. */
export const residentBytes = (pid: number): number => {
  const status = unlessGone(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? ''
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}

/** Ends a process at once, or with a negative number a group. One that has ended is left alone. */
const end = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // EPERM: it has ended, and its number belongs to a process of another user
    if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM'))) throw error
  }
}
export const endProcess = (pid: number): void => end(pid)
/** Ends all processes of a group. */
export const endGroup = (group: number): void => end(-group)
