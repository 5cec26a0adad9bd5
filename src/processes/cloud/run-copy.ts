import type { CopyCursor, CopyFault } from '../../domain/cloud/copy-events.ts'
import { type CopyState, cursorOf } from '../../domain/cloud/copy-state.ts'
import type { CopyRequest } from '../../domain/cloud/service.ts'
import { pauses } from '../../domain/shared/claim.ts'
import { cut } from '../../domain/shared/cut.ts'
import type { FairSlots } from '../../engine/fair-slots.ts'
import { BeyondBounds, type Bounds, usualBounds, watchProgress } from './bounds.ts'
import { CloudAway, type CopyContext, copyObject } from './copy-object.ts'
import { type Found, objectsOf } from './objects.ts'
import { type Progress, type Report, tallyFrom } from './tally.ts'

/** Objects of one copy that are under way or wait for a slot. */
const parallel = 8
const maxItem = 512

const countOf = async (objects: AsyncIterable<unknown>): Promise<number> => {
  let count = 0
  for await (const _ of objects) count++
  return count
}

const faultOf = (name: string, { code, detail }: { readonly code: string; readonly detail: string }): CopyFault => ({
  item: cut(name, maxItem),
  code,
  detail,
})

/** Copies one object. An unavailable service counts as a fault of the object only on the last attempt. */
const copied = async ({ name, missing }: Found, context: CopyContext, isLastAttempt: boolean) => {
  if (missing !== undefined) return faultOf(name, { code: 'not-found', detail: missing })
  try {
    const failure = await copyObject(name, context)
    return failure && faultOf(name, failure)
  } catch (error) {
    if (isLastAttempt && error instanceof CloudAway) return faultOf(name, error.failure)
    throw error
  }
}

export type CopyOptions = Omit<CopyContext, 'signal' | 'received'> & {
  readonly slots: FairSlots
  readonly bounds?: Bounds
}

/** The result of a copy; `beyond`: why the request cannot be completed, ever. */
export type CopyResult = Progress & { readonly beyond?: string }

/**
 * Copies the requested files, continuing where `before` ended. Objects are started in order, several at a time, and
 * counted in order, so that everything before a reported cursor is settled. Returns the counts and the unreported faults.
 * Throws NoProgress when the service sends nothing new for too long.
 */
export const runCopy = async (
  request: CopyRequest,
  before: CopyState,
  { bounds = usualBounds, slots, ...options }: CopyOptions,
  signal: AbortSignal,
  report: Report,
): Promise<CopyResult> => {
  const stop = new AbortController()
  const watch = watchProgress(bounds.stallMs, error => stop.abort(error))
  const { moved, received } = watch
  const context: CopyContext = { ...options, signal: AbortSignal.any([signal, stop.signal]), received }
  const isLastAttempt = before.attempts.failures >= pauses.length
  const from = cursorOf(before) ?? { source: 0 }
  const { storage, rootPrefix } = options
  const search = { storage, rootPrefix, bounds, settled: before.done + before.failed, signal: context.signal, moved }
  const objects = () => objectsOf(search, request, from)

  const underWay: { readonly cursor: CopyCursor; readonly copying: Promise<CopyFault | undefined> }[] = []
  let tally = tallyFrom(before, before.total, from, options.ports.clock, report)
  const settleFirst = async (): Promise<void> => {
    const first = underWay[0]
    if (!first) return
    const fault = await tally.during(first.copying)
    underWay.shift()
    moved()
    await tally.settled(fault, first.cursor)
  }
  const copyAll = async (): Promise<void> => {
    if (before.total === 0) tally = tallyFrom(before, await countOf(objects()), from, options.ports.clock, report)
    await tally.reportNow()
    for await (const found of objects()) {
      context.signal.throwIfAborted()
      const copying = slots.run(context.accountId, () => copied(found, context, isLastAttempt), context.signal)
      // awaited in order; until then a failure must not count as unhandled
      copying.catch(() => undefined)
      underWay.push({ cursor: found.cursor, copying })
      if (underWay.length >= parallel) await settleFirst()
    }
    while (underWay.length > 0) await settleFirst()
  }
  try {
    await copyAll()
    const { done, failed, faults } = tally.progress()
    return { total: done + failed, done, failed, faults }
  } catch (error) {
    if (!(error instanceof BeyondBounds)) throw error
    const { total, done, failed, faults } = tally.progress()
    // there is at least one more than was settled
    return { total: Math.max(total, done + failed + 1), done, failed, faults, beyond: error.message }
  } finally {
    watch.end()
    stop.abort()
    await Promise.allSettled(underWay.map(o => o.copying))
  }
}
