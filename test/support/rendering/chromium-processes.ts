import { readFileSync } from 'node:fs'
import { allProcesses, commandLineOf, type Running } from '../../../src/adapters/renderer/process/processes.ts'
import { until } from '../waiting/until.ts'

export const isLinux = process.platform === 'linux'

/** The Chromiums that a process has started: one process each, without those below it. */
export const chromiumsOf = (pid: number): readonly Running[] =>
  allProcesses().filter(p => p.parent === pid && commandLineOf(p.pid).includes('--remote-debugging-pipe'))

/** All processes of a Chromium, which are one group. */
export const groupOf = (chromium: Running): readonly Running[] => allProcesses().filter(p => p.group === chromium.pid)

/** The processes of a Chromium's pages. */
export const pagesOf = (chromium: Running): readonly Running[] =>
  groupOf(chromium).filter(p => commandLineOf(p.pid).includes('--type=renderer'))

/** Waits until a process has a Chromium that is none of the given ones. */
export const nextChromium = async (pid: number, before: readonly Running[] = []): Promise<Running> => {
  const fresh = () => chromiumsOf(pid).filter(c => before.every(b => b.pid !== c.pid))
  const [found] = await until(
    async () => fresh(),
    all => all.length > 0,
  )
  if (found === undefined) throw new Error('no Chromium was started')
  return found
}

/** Waits until all of these processes have ended. */
export const ended = (processes: readonly Running[]): Promise<unknown> =>
  until(
    async () => allProcesses().filter(p => processes.some(q => q.pid === p.pid && q.startedAt === p.startedAt)),
    left => left.length === 0,
  )

/** A line of /proc/<pid>/status, for example `Uid`. */
export const statusOf = ({ pid }: Running, name: string): string =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]?.trim() ?? ''
