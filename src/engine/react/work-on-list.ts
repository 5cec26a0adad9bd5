import { randomUUID } from 'node:crypto'
import { leftToNewer } from '../../domain/shared/claim.ts'
import { timeOf } from '../../ports/clock.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Stored, ViewRef } from '../../ports/read-models.ts'
import { levelOf, WrittenByNewer } from '../../ports/store-away.ts'
import { parsed } from '../read/documents.ts'
import type { Work, WorkContext } from '../write/execute.ts'
import { reasonOf } from './attempt-failed.ts'
import { backlogOf } from './backlog.ts'
import { pauseForNewer } from './claimed.ts'
import { dueItems } from './due-items.ts'
import { freeItems } from './free-items.ts'
import { listWatch } from './list-watch.ts'
import { nextAccount } from './next-account.ts'
import { type AnyProcess, ClaimLost, type Holding, type Step, type Todo } from './process.ts'
import { isSilent } from './silent-holder.ts'

/** How often lists are checked without an event: pauses end, and leases expire. */
export const tickMs = 1_000
/** How often a worker shows life at least, and how often within a lease. */
const usualBeatMs = 5_000
const beatsInLease = 3
/** How many accounts may have all their items at work at the same time; what is scarce, such as pages, has turns of its own. */
const usualAccounts = 8

type Running = { readonly accountId: string; readonly stop: AbortController; readonly done: Promise<void> }

/**
 * Works on the to-do list of one process until it is stopped. Items are begun in turn for the accounts, at most
 * `concurrency` of one account at a time, so that an account with many items does not hold up the others.
 */
export const workOnList = (
  process: AnyProcess,
  ports: Ports,
  newWork: (context: WorkContext) => Work,
  { leaseMs, worker }: { readonly leaseMs: number; readonly worker: string },
) => {
  const view: ViewRef = process.todo
  const running = new Map<string, Running>()
  const inAll = process.concurrency * (process.accounts ?? usualAccounts)
  const beatMs = Math.min(usualBeatMs, leaseMs / beatsInLease)
  /** The account of the item that was begun last: the next look begins with the account after it. */
  let lastTurn = ''
  const free = freeItems(ports.clock.monotonic, { leaseMs, restMs: tickMs })
  const watch = listWatch(ports, view)
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
    if (!watch.isWorthALook()) return
    checking = true
    try {
      do {
        again = false
        await checkOnce()
      } while (again && !stopped && watch.isWorthALook())
    } catch (error) {
      watch.forget()
      // no heartbeats were readable; do not treat leases as expired
      free.forget(free.remembered())
      ports.logger[levelOf(error, 'error')]({ process: process.name, err: error }, 'a to-do list could not be read')
    } finally {
      checking = false
    }
  }

  const runningOf = (accountId: string) => running.values().reduce((n, r) => n + (r.accountId === accountId ? 1 : 0), 0)

  const hasRoom = () => running.size < inAll && !stopped

  /** Begins free items, in turn for the accounts, while there is room for more; what would wait is not read. */
  const checkOnce = async () => {
    if (!hasRoom()) return
    const begun = watch.begin()
    // what an item that is begun meanwhile leaves behind stays
    const gone = free.remembered()
    for await (const due of dueItems(ports.readModels, view, begun.at, lastTurn)) {
      const items = [...due.values()].flat()
      // also of those whose turn comes later: it may be a long time until then
      for (const one of items)
        if (!running.has(one.id)) free.note(one.id, parsed<Todo>(process.todo, one), one.position)
      beginFrom(due)
      // the end of one that runs leads to the next look
      if (!hasRoom()) return
      for (const { id } of items) gone.delete(id)
    }
    free.forget(gone)
    await watch.looked(begun, free.nextAt)
  }
  const beginFrom = (due: ReadonlyMap<string, readonly Stored[]>) => {
    const waiting = new Map(due.entries().map(([accountId, items]) => [accountId, items.values()]))
    while (hasRoom()) {
      const accountId = nextAccount(waiting.keys(), runningOf, process.concurrency)
      if (accountId === undefined) return
      if (waiting.get(accountId)?.some(stored => beginsIfFree(accountId, stored))) lastTurn = accountId
      else waiting.delete(accountId)
    }
  }

  const beginsIfFree = (accountId: string, stored: Stored): boolean => {
    const { id, position } = stored
    if (running.has(id)) return false
    const item: Todo = parsed(process.todo, stored)
    const isFree = free.isFree(id, item, position)
    if (isFree) begin(accountId, stored, item)
    return isFree
  }

  /** What names an item in the log; the trace leads `endcap audit --explain` to the request that made it due. */
  const named = (id: string, { cause }: Todo) => ({ process: process.name, item: id, trace: cause?.correlationId })

  /** What only a newer release can read is left to its nodes for a while. */
  const rest = (id: string, error: unknown): void =>
    error instanceof WrittenByNewer ? free.restAfterFailure(id, pauseForNewer) : free.rest(id)

  const begin = (accountId: string, stored: Stored, item: Todo) => {
    const { id } = stored
    const stop = new AbortController()
    const done = work(stored, item, stop)
      .catch(error => {
        rest(id, error)
        ports.logger[levelOf(error, 'error')]({ ...named(id, item), err: error }, 'an item could not be worked on')
      })
      .finally(() => {
        running.delete(id)
        watch.forget()
        void check()
      })
    running.set(id, { accountId, stop, done })
  }

  const work = async (stored: Stored, item: Todo, stop: AbortController): Promise<void> => {
    const { id } = stored
    if (item.claim && !(await isSilent(ports, view, stored))) return free.rest(id)
    if (stopped) return
    const claim = { worker, attempt: item.attempt + 1 }
    const holding = (): Holding<Todo> => ({ item, claim, work: fresh(item), ports })
    const state = await process.claim.start(holding())
    // another worker claimed the item first, or there is no attempt left: the list shows that soon, unless it lags
    if (state === undefined) return free.rest(id)
    const beat = setInterval(() => {
      process.claim
        .heartbeat(holding())
        .then(held => held || stop.abort(new ClaimLost()))
        .catch(error => ports.logger[levelOf(error, 'warn')]({ ...named(id, item), err: error }, 'a heartbeat failed'))
    }, beatMs)
    const holds = async () => {
      stop.signal.throwIfAborted()
      if (!(await process.claim.heartbeat(holding()))) throw new ClaimLost('another worker holds the item')
    }
    const step: Step<Todo> = { ...holding(), signal: stop.signal, holds }
    try {
      for (const action of process.nextActions(state, item, timeOf(ports))) {
        stop.signal.throwIfAborted()
        await process.perform(action, step)
      }
    } catch (error) {
      if (stopped && stop.signal.aborted) return await process.claim.release(holding())
      if (error instanceof ClaimLost || stop.signal.aborted) return
      ports.logger[levelOf(error, 'warn')](
        { ...named(id, item), attempt: claim.attempt, err: error },
        'an attempt failed',
      )
      if (error instanceof WrittenByNewer) {
        rest(id, error)
        return await process.claim.release(holding(), leftToNewer)
      }
      const { pauseMs } = process.claim
      if (pauseMs) free.restAfterFailure(id, pauseMs)
      else free.rest(id)
      await process.claim.fail(holding(), reasonOf(error, named(id, item).trace))
    } finally {
      clearInterval(beat)
      const position = step.work.lastPosition()
      if (position !== undefined) await ports.readModels.waitFor(position, 2_000)
    }
  }

  return {
    name: process.name,
    check: () => void check(),
    /** Items by state, of all nodes. */
    backlog: () => watch.backlog(at => backlogOf(ports.readModels, view, at)),
    /** Starts no more items, stops the running ones, and waits for them. */
    async stop() {
      stopped = true
      for (const { stop } of running.values()) stop.abort(new ClaimLost('the node stops'))
      await Promise.all([...running.values()].map(r => r.done))
    },
  }
}
