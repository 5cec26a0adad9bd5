import type { Work, WorkContext } from './execute.ts'
import type { Ports } from './ports/ports.ts'
import type { AnyProcess } from './process.ts'
import { tickMs, workOnList } from './work-on-list.ts'

export type ProcessRunner = {
  /** Items not yet done, by process; for the metrics. */
  backlog(): Promise<Readonly<Record<string, number>>>
  /** Takes on nothing more, tells what runs to stop, and waits for it. */
  stop(): Promise<void>
}

/**
 * Runs the processes of a node (design 7): looks at each to-do list whenever the read models move, claims what is due, and
 * takes over items whose holder has shown no event for `leaseMs` by this node's own monotonic clock.
 */
export const runProcesses = (
  processes: readonly AnyProcess[],
  ports: Ports,
  newWork: (context: WorkContext) => Work,
  options: { readonly leaseMs: number; readonly worker: string },
): ProcessRunner => {
  const lists = processes.map(p => workOnList(p, ports, newWork, options))
  const wake = () => {
    for (const list of lists) list.look()
  }
  const unsubscribe = ports.readModels.onMoved(wake)
  const timer = setInterval(wake, tickMs)
  wake()
  return {
    async backlog() {
      const counts = await Promise.all(lists.map(async list => [list.name, await list.count()] as const))
      return Object.fromEntries(counts)
    },
    async stop() {
      clearInterval(timer)
      unsubscribe()
      await Promise.all(lists.map(list => list.stop()))
    },
  }
}
