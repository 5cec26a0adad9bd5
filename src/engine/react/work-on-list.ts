import { randomUUID } from 'node:crypto'
import { cut } from '../../domain/shared/cut.ts'
import { timeOf } from '../../ports/clock.ts'
import type { Ports } from '../../ports/ports.ts'
import type { ViewRef, Where } from '../../ports/read-models.ts'
import { levelOf } from '../../ports/store-away.ts'
import { parsed } from '../read/documents.ts'
import type { Work, WorkContext } from '../write/execute.ts'
import { freeItems } from './free-items.ts'
import { type AnyProcess, ClaimLost, type Holding, type Step, type Todo } from './process.ts'

/** How often lists are checked without an event: pauses end, and leases expire. */
export const tickMs = 1_000
const heartbeatMs = 5_000
const pageSize = 200

const open: Where = { field: ['todo'], is: '=', value: 'open' }
/** The items that are due now: a list may hold many that are due later. */
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

/** Works on the to-do list of one process, with at most its `concurrency` of items at a time, until it is stopped. */
export const workOnList = (
  process: AnyProcess,
  ports: Ports,
  newWork: (context: WorkContext) => Work,
  { leaseMs, worker }: { readonly leaseMs: number; readonly worker: string },
) => {
  const view: ViewRef = process.todo
  const running = new Map<string, { readonly stop: AbortController; readonly done: Promise<void> }>()
  const free = freeItems(ports.clock.monotonic, { leaseMs, restMs: tickMs })
  let checking = false
  let again = false
  let stopped = false

  /** New work for an item; its events name the event that made the item due as their cause. */
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

  const check = async (): Promise<void> => {
    if (checking || stopped) {
      again = true
      return
    }
    checking = true
    try {
      do {
        again = false
        await checkOnce()
      } while (again && !stopped)
    } catch (error) {
      // no heartbeats were readable; do not treat leases as expired
      free.keepOnly(new Set())
      ports.logger[levelOf(error, 'error')]({ process: process.name, err: error }, 'a to-do list could not be read')
    } finally {
      checking = false
    }
  }

  const checkOnce = async () => {
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
        void check()
      })
    running.set(id, { stop, done })
  }

  const work = async (id: string, item: Todo, stop: AbortController): Promise<void> => {
    const claim = { worker, attempt: item.attempt + 1 }
    const holding = (): Holding<Todo> => ({ item, claim, work: fresh(item), ports })
    const state = await process.claim.start(holding())
    // another worker claimed the item first: the list shows that soon, unless it lags
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
    check: () => void check(),
    /** Items that are not yet done. */
    count: async () => (await ports.readModels.find(view, { where: open, limit: 1 })).count,
    /** Starts no more items, stops the running ones, and waits for them. */
    async stop() {
      stopped = true
      for (const { stop } of running.values()) stop.abort(new ClaimLost('the node stops'))
      await Promise.all([...running.values()].map(r => r.done))
    },
  }
}

const reasonOf = (error: unknown): string => cut(error instanceof Error ? error.message : String(error), 500)
