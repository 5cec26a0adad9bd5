import type { Ports } from '../../ports/ports.ts'
import type { Stored, ViewRef } from '../../ports/read-models.ts'
import { levelOf } from '../../ports/store-away.ts'
import { leasesIn } from '../leases.ts'
import { parsed } from '../read/documents.ts'
import type { Work, WorkContext } from '../write/execute.ts'
import { backlogOf } from './backlog.ts'
import { dueItems } from './due-items.ts'
import { freeItems } from './free-items.ts'
import { listWatch } from './list-watch.ts'
import { nextAccount } from './next-account.ts'
import { type AnyProcess, ClaimLost, type Todo } from './process.ts'
import { itemWorker } from './work-on-item.ts'

/** How often lists are checked without an event: pauses end, and leases expire. */
export const tickMs = 1_000
/** How often in a lease a node looks whether the holder of an item shows life. */
const looksInLease = 3
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
  /** The account of the item that was begun last: the next look begins with the account after it. */
  let lastTurn = ''
  const free = freeItems(ports.clock.monotonic, { heldMs: leaseMs / looksInLease, restMs: tickMs })
  const watch = listWatch(ports, view)
  let checking = false
  let again = false
  let stopped = false
  const leases = leasesIn(ports.readModels.leases, { clock: ports.clock, holder: worker, leaseMs })
  const workOn = itemWorker(process, { ports, newWork, leaseMs, leases, worker, free, isStopped: () => stopped })

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
    if (running.has(id) || !free.isFree(id, position)) return false
    begin(accountId, stored, parsed(process.todo, stored))
    return true
  }

  const begin = (accountId: string, stored: Stored, item: Todo) => {
    const { id } = stored
    const stop = new AbortController()
    const done = workOn(stored, item, stop).finally(() => {
      running.delete(id)
      watch.forget()
      void check()
    })
    running.set(id, { accountId, stop, done })
  }

  return {
    name: process.name,
    check: () => void check(),
    /** Items by state, of all nodes. */
    backlog: () => watch.backlog(at => backlogOf(ports.readModels, process.name, view, at)),
    /** Starts no more items, stops the running ones, and waits for them. */
    async stop() {
      stopped = true
      for (const { stop } of running.values()) stop.abort(new ClaimLost('the node stops'))
      await Promise.all([...running.values()].map(r => r.done))
    },
  }
}
