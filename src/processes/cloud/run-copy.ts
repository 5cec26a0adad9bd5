import type { CopyCursor, CopyFault } from '../../domain/cloud/copy-events.ts'
import { type CopyState, cursorOf } from '../../domain/cloud/copy-state.ts'
import type { CopyRequest } from '../../domain/cloud/service.ts'
import { pauses } from '../../domain/shared/claim.ts'
import { CloudAway, type CopyContext, copyObject } from './copy-object.ts'
import { type Found, objectsOf } from './objects.ts'
import { type Progress, type Report, tallyFrom } from './tally.ts'

/** Objects that are copied in parallel. */
const parallel = 8
const maxItem = 512

const countOf = async (objects: AsyncIterable<unknown>): Promise<number> => {
  let count = 0
  for await (const _ of objects) count++
  return count
}

const faultOf = (name: string, { code, detail }: { readonly code: string; readonly detail: string }): CopyFault => ({
  // slice may cut a surrogate pair in two
  item: name.slice(0, maxItem).toWellFormed(),
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

/**
 * Copies the requested files, continuing where `before` ended. Objects are started in order, several at a time, and
 * counted in order, so that everything before a reported cursor is settled. Returns the counts and the unreported faults.
 */
export const runCopy = async (
  request: CopyRequest,
  before: CopyState,
  context: Omit<CopyContext, 'signal'>,
  signal: AbortSignal,
  report: Report,
): Promise<Progress> => {
  const stop = new AbortController()
  const own: CopyContext = { ...context, signal: AbortSignal.any([signal, stop.signal]) }
  const isLastAttempt = before.attempts.failures >= pauses.length
  const from = cursorOf(before) ?? { source: 0 }
  const objects = (cursor: CopyCursor) => objectsOf(context.storage, context.rootPrefix, request, cursor)
  const total = before.total === 0 ? await countOf(objects(from)) : before.total
  const tally = tallyFrom(before, total, from, context.ports.clock, report)

  const underWay: { readonly cursor: CopyCursor; readonly copying: Promise<CopyFault | undefined> }[] = []
  const settleFirst = async (): Promise<void> => {
    const first = underWay[0]
    if (!first) return
    const fault = await tally.during(first.copying)
    underWay.shift()
    await tally.settled(fault, first.cursor)
  }
  try {
    await tally.reportNow()
    for await (const found of objects(from)) {
      signal.throwIfAborted()
      const copying = copied(found, own, isLastAttempt)
      // awaited in order; until then a failure must not count as unhandled
      copying.catch(() => undefined)
      underWay.push({ cursor: found.cursor, copying })
      if (underWay.length >= parallel) await settleFirst()
    }
    while (underWay.length > 0) await settleFirst()
    const { done, failed, faults } = tally.progress()
    return { total: done + failed, done, failed, faults }
  } finally {
    stop.abort()
    await Promise.allSettled(underWay.map(o => o.copying))
  }
}
