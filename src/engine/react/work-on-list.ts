import { randomUUID } from 'node:crypto'
import { timeOf } from '../../ports/clock.ts'
import type { Ports } from '../../ports/ports.ts'
import type { ViewRef, Where } from '../../ports/read-models.ts'
import { levelOf } from '../../ports/store-away.ts'
import { parsed } from '../read/documents.ts'
import type { Work, WorkContext } from '../write/execute.ts'
import { freeItems } from './free-items.ts'
import { type AnyProcess, ClaimLost, type Holding, type Step, type Todo } from './process.ts'

/** How often lists are looked at without an event: for pauses that end and for holders that fell silent. */
export const tickMs = 1_000
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

/** Works on one process's to-do list, as many items at a time as it allows, until it is stopped. */
export const workOnList = (
  process: AnyProcess,
  ports: Ports,
  newWork: (context: WorkContext) => Work,
  { leaseMs, worker }: { readonly leaseMs: number; readonly worker: string },
) => {
  const view: ViewRef = process.todo
  const running = new Map<string, { readonly stop: AbortController; readonly done: Promise<void> }>()
  const free = freeItems(ports.clock.monotonic, { leaseMs, restMs: tickMs })
  let looking = false
  let again = false
  let stopped = false

  /** What is done about an item names as its cause the event that made it due. */
  const fresh = ({ cause }: Todo): Work => {
    const id = randomUUID()
    return newWork({
      actor: `process:${process.name}`,
      operation: process.name,
      commandId: id,
      correlationId: cause?.correlationId ?? id,
      causationId: cause?.eventId ?? id,
    })
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
        await lookOnce()
      } while (again && !stopped)
    } catch (error) {
      // no heartbeats were readable; do not treat leases as expired
      free.keepOnly(new Set())
      ports.logger[levelOf(error, 'error')]({ process: process.name, err: error }, 'a to-do list could not be read')
    } finally {
      looking = false
    }
  }

  const lookOnce = async () => {
    const where = dueAt(timeOf(ports))
    const { documents } = await ports.readModels.find(view, { where, limit: pageSize, counted: false })
    free.keepOnly(new Set(documents.map(d => d.id)))
    for (const stored of documents) {
      const { id, position } = stored
      if (running.size >= process.concurrency || stopped) return
      if (running.has(id)) continue
      const item: Todo = parsed(process.todo, stored)
      if (free.isFree(id, item, position)) begin(id, item)
    }
  }

  const begin = (id: string, item: Todo) => {
    const stop = new AbortController()
    const done = work(id, item, stop)
      .catch(error => {
        free.rest(id)
        ports.logger[levelOf(error, 'error')](
          { process: process.name, item: id, err: error },
          'an item could not be worked on',
        )
      })
      .finally(() => {
        running.delete(id)
        void look()
      })
    running.set(id, { stop, done })
  }

  const work = async (id: string, item: Todo, stop: AbortController): Promise<void> => {
    const claim = { worker, attempt: item.attempt + 1 }
    const holding = (): Holding<Todo> => ({ item, claim, work: fresh(item), ports })
    const state = await process.claim.start(holding())
    // another worker claimed it first: the list says so soon, unless it lags
    if (state === undefined) return free.rest(id)
    const beat = setInterval(() => {
      process.claim
        .heartbeat(holding())
        .then(held => held || stop.abort(new ClaimLost()))
        .catch(error =>
          ports.logger[levelOf(error, 'warn')]({ process: process.name, err: error }, 'a heartbeat failed'),
        )
    }, heartbeatMs)
    const step: Step<Todo> = { ...holding(), signal: stop.signal }
    try {
      for (const action of process.nextActions(state, item, timeOf(ports))) {
        stop.signal.throwIfAborted()
        await process.perform(action, step)
      }
    } catch (error) {
      if (stopped && stop.signal.aborted) return await process.claim.release(holding())
      if (error instanceof ClaimLost || stop.signal.aborted) return
      ports.logger[levelOf(error, 'warn')](
        { process: process.name, attempt: claim.attempt, err: error },
        'an attempt failed',
      )
      free.rest(id)
      await process.claim.fail(holding(), reasonOf(error))
    } finally {
      clearInterval(beat)
      const position = step.work.lastPosition()
      if (position !== undefined) await ports.readModels.waitFor(position, 2_000)
    }
  }

  return {
    name: process.name,
    look: () => void look(),
    /** Items that are not done. */
    count: async () => (await ports.readModels.find(view, { where: open, limit: 1 })).count,
    /** Begins nothing more, stops what runs, and waits for it. */
    async stop() {
      stopped = true
      for (const { stop } of running.values()) stop.abort(new ClaimLost('the node stops'))
      await Promise.all([...running.values()].map(r => r.done))
    },
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500)
