import type { Ports } from '../../ports/ports.ts'
import type { Work, WorkContext } from '../write/execute.ts'
import type { AnyProcess } from './process.ts'
import { tickMs, workOnList } from './work-on-list.ts'

/** Pause between two looks while the views go on moving, in milliseconds: to look at all lists costs more than a command. */
const usualRestMs = 20

export type ProcessRunner = {
  /** Items not yet done, by process; for the metrics. */
  backlog(): Promise<Readonly<Record<string, number>>>
  /** Begins nothing more, stops what runs, and waits for it. */
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
  /** `restMs` 0: every move is looked at. */
  options: { readonly leaseMs: number; readonly worker: string; readonly restMs?: number },
): ProcessRunner => {
  const { restMs = usualRestMs } = options
  const lists = processes.map(p => workOnList(p, ports, newWork, options))
  let resting: NodeJS.Timeout | undefined
  let moved = false
  /** Looks at once, and once more after the rest if the views moved in it. */
  const wake = () => {
    moved = resting !== undefined
    if (moved) return
    for (const list of lists) list.look()
    if (restMs === 0) return
    resting = setTimeout(() => {
      resting = undefined
      if (moved) wake()
    }, restMs)
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
      clearTimeout(resting)
      unsubscribe()
      await Promise.all(lists.map(list => list.stop()))
    },
  }
}
