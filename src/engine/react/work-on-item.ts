import { randomUUID } from 'node:crypto'
import { silent } from '../../domain/shared/claim.ts'
import { timeOf } from '../../ports/clock.ts'
import type { Lease, Leases } from '../../ports/leases.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Stored } from '../../ports/read-models.ts'
import { levelOf, WrittenByNewer } from '../../ports/store-away.ts'
import type { Work, WorkContext } from '../write/execute.ts'
import { reasonOf } from './attempt-failed.ts'
import type { FreeItems } from './free-items.ts'
import { pauseForNewer } from './leased.ts'
import { type AnyProcess, ClaimLost, type Holding, type Step, type Todo } from './process.ts'
import { workIdOf } from './running.ts'

/** How often a worker shows life at least, and how often within a lease. */
const usualBeatMs = 5_000
const beatsInLease = 3

type Parts = {
  readonly ports: Ports
  readonly newWork: (context: WorkContext) => Work
  readonly leaseMs: number
  readonly leases: Leases
  readonly worker: string
  /** What is remembered of items that could not be done. */
  readonly free: Pick<FreeItems, 'rest' | 'restHeld' | 'restAfterFailure' | 'restUnchanged'>
  /** Whether the node stops. */
  isStopped(): boolean
}

/**
 * Works on single items of the list of a process: takes the lease of one, shows life while its actions are performed, records an attempt
 * that failed, and gives the lease back. The work never rejects; `stop` ends it.
 */
export const itemWorker = (
  process: AnyProcess,
  { ports, newWork, leaseMs, leases, worker, free, isStopped }: Parts,
): ((stored: Stored, item: Todo, stop: AbortController) => Promise<void>) => {
  const beatMs = Math.min(usualBeatMs, leaseMs / beatsInLease)

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

  /** What names an item in the log; the trace leads `endcap audit --explain` to the request that made it due. */
  const named = (id: string, { cause }: Todo) => ({ process: process.name, item: id, trace: cause?.correlationId })

  /** What only a newer release can read is left to its nodes for a while. */
  const rest = (id: string, error: unknown): void =>
    error instanceof WrittenByNewer ? free.restAfterFailure(id, pauseForNewer) : free.rest(id)

  /** Shows life; false: the lease was lost, or the attempt is over. */
  const holdsOn = async (lease: Lease | undefined, holding: Holding<Todo>): Promise<boolean> =>
    (lease === undefined || (await leases.renew(lease))) && (await process.claim.current(holding)) !== undefined

  /** Shows life until the returned function is called; stops the work when it is somebody else's, or over. */
  const beating = (lease: Lease | undefined, holding: () => Holding<Todo>, names: object, stop: AbortController) => {
    const beat = setInterval(() => {
      holdsOn(lease, holding())
        .then(holds => holds || stop.abort(new ClaimLost()))
        .catch(error => ports.logger[levelOf(error, 'warn')]({ ...names, err: error }, 'a heartbeat failed'))
    }, beatMs)
    return () => clearInterval(beat)
  }

  /** Records an attempt that failed, or leaves it to nodes that can do more. */
  const failed = async (error: unknown, id: string, holding: Holding<Todo>): Promise<void> => {
    const names = named(id, holding.item)
    const { attempt } = holding.claim
    ports.logger[levelOf(error, 'warn')]({ ...names, attempt, err: error }, 'an attempt failed')
    if (error instanceof WrittenByNewer) return rest(id, error)
    const { pauseMs } = process.claim
    if (pauseMs) free.restAfterFailure(id, pauseMs)
    else free.rest(id)
    await process.claim.fail(holding, reasonOf(error, names.trace))
  }

  const work = async (stored: Stored, item: Todo, stop: AbortController): Promise<void> => {
    const { id } = stored
    if (!process.claim.isLeased) return workUnder(undefined, stored, item, stop)
    const lease = await leases.take(workIdOf(process.name, id, item.attempt + 1))
    if (lease === undefined) return free.restHeld(id)
    try {
      await workUnder(lease, stored, item, stop)
    } finally {
      await leases.release(lease)
    }
  }

  const workUnder = async (lease: Lease | undefined, { id, position }: Stored, item: Todo, stop: AbortController) => {
    if (isStopped()) return
    const claim = { worker, attempt: item.attempt + 1 }
    const holding = (): Holding<Todo> => ({ item, claim, work: fresh(item), ports })
    const state = await process.claim.current(holding())
    // the attempt is over, which the list shows soon, unless it lags
    if (state === undefined) return free.rest(id)
    if (lease?.wasSilent) return await process.claim.fail(holding(), silent, true)
    const endBeats = beating(lease, holding, named(id, item), stop)
    const holds = async () => {
      stop.signal.throwIfAborted()
      if (!(await holdsOn(lease, holding()))) throw new ClaimLost('another worker holds the item, or it is over')
    }
    const step: Step<Todo> = { ...holding(), signal: stop.signal, holds }
    try {
      for (const action of process.nextActions(state, item, timeOf(ports))) {
        stop.signal.throwIfAborted()
        await process.perform(action, step)
      }
      // an item that stays due although nothing was left to do would be worked on again and again
      if (step.work.lastPosition() === undefined) free.restUnchanged(id, position)
    } catch (error) {
      const isLost = error instanceof ClaimLost
      // the lease of an attempt that is not over: another worker holds it
      if (isLost && lease !== undefined && (await process.claim.current(holding())) !== undefined) free.restHeld(id)
      if (isLost || stop.signal.aborted) return
      await failed(error, id, holding())
    } finally {
      endBeats()
      const reached = step.work.lastPosition()
      if (reached !== undefined) await ports.readModels.waitFor(reached, 2_000)
    }
  }

  return (stored, item, stop) =>
    work(stored, item, stop).catch(error => {
      rest(stored.id, error)
      const names = named(stored.id, item)
      ports.logger[levelOf(error, 'error')]({ ...names, err: error }, 'an item could not be worked on')
    })
}
