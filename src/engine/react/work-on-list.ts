import { randomUUID } from 'node:crypto'
import type { Ports } from '../../ports/ports.ts'
import type { ViewRef, Where } from '../../ports/read-models.ts'
import { levelOf } from '../../ports/store-away.ts'
import type { Work, WorkContext } from '../write/execute.ts'
import { freeItems } from './free-items.ts'
import { type AnyProcess, type Claim, ClaimLost, type Todo } from './process.ts'

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
      // nobody could be heard meanwhile, so nobody counts as silent
      free.keepOnly(new Set())
      ports.logger[levelOf(error, 'error')]({ process: process.name, err: error }, 'a to-do list could not be read')
    } finally {
      looking = false
    }
  }

  const lookOnce = async () => {
    const where = dueAt(ports.clock.now().toISOString())
    const { documents } = await ports.readModels.find(view, { where, limit: pageSize, counted: false })
    free.keepOnly(new Set(documents.map(d => d.id)))
    for (const { id, json, position } of documents) {
      if (running.size >= process.concurrency || stopped) return
      if (running.has(id)) continue
      const item = JSON.parse(json) as Todo
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
    const claim: Claim = { worker, attempt: item.attempt + 1 }
    // somebody else was faster: the list says so soon, unless it lags
    if (!(await process.start(item, claim, fresh(item), ports))) return free.rest(id)
    const beat = setInterval(() => {
      process
        .heartbeat(item, claim, fresh(item), ports)
        .then(held => held || stop.abort(new ClaimLost()))
        .catch(error =>
          ports.logger[levelOf(error, 'warn')]({ process: process.name, err: error }, 'a heartbeat failed'),
        )
    }, heartbeatMs)
    const doing = fresh(item)
    try {
      await process.perform(item, claim, doing, ports, stop.signal)
    } catch (error) {
      if (stopped && stop.signal.aborted) return await process.release(item, claim, fresh(item), ports)
      if (error instanceof ClaimLost || stop.signal.aborted) return
      ports.logger[levelOf(error, 'warn')](
        { process: process.name, attempt: claim.attempt, err: error },
        'an attempt failed',
      )
      free.rest(id)
      await process.fail(item, claim, reasonOf(error), fresh(item), ports)
    } finally {
      clearInterval(beat)
      const position = doing.lastPosition()
      if (position !== undefined) await ports.readModels.waitFor(position, 2_000)
    }
  }

  return {
    name: process.name,
    look: () => void look(),
    /** Items that are not done. */
    count: async () => (await ports.readModels.find(view, { where: open, limit: 1 })).count,
    /** Takes on nothing more, tells what runs to stop, and waits for it. */
    async stop() {
      stopped = true
      for (const { stop } of running.values()) stop.abort(new ClaimLost('the node stops'))
      await Promise.all([...running.values()].map(r => r.done))
    },
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500)
