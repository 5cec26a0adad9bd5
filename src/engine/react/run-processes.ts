import type { Ports } from '../../ports/ports.ts'
import type { Work, WorkContext } from '../write/execute.ts'
import type { Backlog } from './backlog.ts'
import type { AnyProcess } from './process.ts'
import { tickMs, workOnList } from './work-on-list.ts'

/** Milliseconds between two checks while the views keep moving: checking all lists costs more than a command. */
const usualRestMs = 20

export type ProcessRunner = {
  /** The items of all nodes that are not done, by process and state; for the metrics. */
  backlog(): Promise<Readonly<Record<string, Backlog>>>
  /** Starts no more items, stops the running ones, and waits for them. */
  stop(): Promise<void>
}

/**
 * Runs the processes of a node (ARCH-28). Checks each to-do list whenever the read models move, claims the due items, and
 * takes over items whose holder has appended no event for `leaseMs`, by this node's own monotonic clock.
 */
export const runProcesses = (
  processes: readonly AnyProcess[],
  ports: Ports,
  newWork: (context: WorkContext) => Work,
  /** `restMs` 0: check after every move. */
  options: { readonly leaseMs: number; readonly worker: string; readonly restMs?: number },
): ProcessRunner => {
  const { restMs = usualRestMs } = options
  const lists = processes.map(p => workOnList(p, ports, newWork, options))
  let resting: NodeJS.Timeout | undefined
  let moved = false
  /** Checks the lists now, and once more after the rest if the views moved during it. */
  const wake = () => {
    moved = resting !== undefined
    if (moved) return
    for (const list of lists) list.check()
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
      const counts = await Promise.all(lists.map(async list => [list.name, await list.backlog()] as const))
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
