import { randomUUID } from 'node:crypto'
import type { Work, WorkContext } from './execute.ts'
import type { Ports } from './ports/ports.ts'
import type { ReadModels, ViewRef, Where } from './ports/read-models.ts'
import { type AnyProcess, type Claim, ClaimLost, type Todo } from './process.ts'

export type ProcessRunner = {
  /** Items not yet done, by process; for the metrics. */
  backlog(): Promise<Readonly<Record<string, number>>>
  /** Takes on nothing more, tells what runs to stop, and waits for it. */
  stop(): Promise<void>
}

const heartbeatMs = 5_000
const pageSize = 200
const open: Where = { field: ['todo'], is: '=', value: 'open' }
/** What may be done now: a list may hold many items whose time has not come. */
const dueAt = (now: string): Where => ({
  all: [
    open,
    {
      any: [
        { field: ['notBefore'], is: '=', value: null },
        { field: ['notBefore'], is: '<=', value: now },
      ],
    },
  ],
})
/** How often lists are looked at without an event: for pauses that end and for holders that fell silent. */
const tickMs = 1_000

type Seen = { readonly position: bigint; readonly at: number }

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
  const runners = processes.map(p => runOne(p, ports, newWork, options))
  const wake = () => {
    for (const runner of runners) runner.look()
  }
  const unsubscribe = ports.readModels.onMoved(wake)
  const timer = setInterval(wake, tickMs)
  wake()
  return {
    async backlog() {
      const counts = await Promise.all(runners.map(async r => [r.name, await r.count()] as const))
      return Object.fromEntries(counts)
    },
    async stop() {
      clearInterval(timer)
      unsubscribe()
      await Promise.all(runners.map(r => r.stop()))
    },
  }
}

const viewOf = (process: AnyProcess): ViewRef => process.todo

const runOne = (
  process: AnyProcess,
  ports: Ports,
  newWork: (context: WorkContext) => Work,
  { leaseMs, worker }: { readonly leaseMs: number; readonly worker: string },
) => {
  const view = viewOf(process)
  const running = new Map<string, { readonly stop: AbortController; readonly done: Promise<void> }>()
  const seen = new Map<string, Seen>()
  let looking = false
  let again = false
  let stopped = false

  const contextFor = ({ cause }: Todo): WorkContext => {
    const id = randomUUID()
    return {
      actor: `process:${process.name}`,
      operation: process.name,
      commandId: id,
      correlationId: cause?.correlationId ?? id,
      causationId: cause?.eventId ?? id,
    }
  }

  /** Whether an item is free: nobody holds it, or its holder has been silent for a whole lease. */
  const isFree = (id: string, item: Todo, position: bigint): boolean => {
    const last = seen.get(id)
    const now = ports.clock.monotonic()
    if (!last || last.position !== position) seen.set(id, { position, at: now })
    if (!item.claim) return true
    return last !== undefined && last.position === position && now - last.at >= leaseMs
  }

  const look = async (): Promise<void> => {
    if (looking || stopped) {
      again = true
      return
    }
    looking = true
    try {
      do {
        again = false
        await lookOnce(ports.readModels)
      } while (again && !stopped)
    } catch (error) {
      ports.logger.error({ process: process.name, err: error }, 'a to-do list could not be read')
    } finally {
      looking = false
    }
  }

  const lookOnce = async (readModels: ReadModels) => {
    const { documents } = await readModels.find(view, {
      where: dueAt(ports.clock.now().toISOString()),
      limit: pageSize,
    })
    const present = new Set(documents.map(d => d.id))
    for (const id of seen.keys()) if (!present.has(id)) seen.delete(id)
    for (const document of documents) {
      if (running.size >= process.concurrency || stopped) return
      if (running.has(document.id)) continue
      const item = JSON.parse(document.json) as Todo
      if (isFree(document.id, item, document.position)) begin(document.id, item)
    }
  }

  const begin = (id: string, item: Todo) => {
    const stop = new AbortController()
    const done = work(item, stop)
      .catch(error =>
        ports.logger.error({ process: process.name, item: id, err: error }, 'an item could not be worked on'),
      )
      .finally(() => {
        running.delete(id)
        void look()
      })
    running.set(id, { stop, done })
  }

  const work = async (item: Todo, stop: AbortController): Promise<void> => {
    const claim: Claim = { worker, attempt: item.attempt + 1 }
    if (!(await process.start(item, claim, newWork(contextFor(item)), ports))) return
    const beat = setInterval(() => {
      process
        .heartbeat(item, claim, newWork(contextFor(item)), ports)
        .then(held => held || stop.abort(new ClaimLost()))
        .catch(error => ports.logger.warn({ process: process.name, err: error }, 'a heartbeat failed'))
    }, heartbeatMs)
    const doing = newWork(contextFor(item))
    try {
      await process.perform(item, claim, doing, ports, stop.signal)
    } catch (error) {
      if (stopped && stop.signal.aborted) return await process.release(item, claim, newWork(contextFor(item)), ports)
      if (error instanceof ClaimLost || stop.signal.aborted) return
      ports.logger.warn({ process: process.name, attempt: claim.attempt, err: error }, 'an attempt failed')
      await process.fail(item, claim, reasonOf(error), newWork(contextFor(item)), ports)
    } finally {
      clearInterval(beat)
      const position = doing.lastPosition()
      if (position !== undefined) await ports.readModels.waitFor(position, 2_000)
    }
  }

  return {
    name: process.name,
    look: () => void look(),
    count: async () => (await ports.readModels.find(view, { where: open, limit: 1 })).count,
    async stop() {
      stopped = true
      for (const { stop } of running.values()) stop.abort(new ClaimLost('the node stops'))
      await Promise.all([...running.values()].map(r => r.done))
    },
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500)
