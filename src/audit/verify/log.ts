import * as E from 'fp-ts/lib/Either.js'
import { aggregateOf } from '../../domain/aggregates.ts'
import type { EventLog, Position, Recorded } from '../../ports/event-log.ts'
import { subjectOf } from '../subject.ts'
import type { Checked, Fault, OnStep } from './fault.ts'

/** Hashes of files named by events, each with the event that names it. */
export type NamedBlobs = ReadonlyMap<string, string>
/** A text in an event, sealed under the account's key. */
export type Sealed = { readonly accountId: string; readonly text: string; readonly where: string }

/** Other checks that run on each event while the log is read. */
export type Along = {
  readonly event: (event: Recorded) => void
  readonly sealed: (sealed: Sealed) => Promise<void>
}

const known = (event: Recorded): string | undefined => {
  if (event.stream.startsWith('sequence-')) return undefined
  const aggregate = aggregateOf(event.stream)
  if (!aggregate) return 'this release does not know this kind of stream; a newer release may have written it'
  const decoded = aggregate.events.decode({ type: event.type, data: event.data })
  return E.isLeft(decoded)
    ? `this release cannot read ${event.type} (version ${event.metadata.schemaVersion})`
    : undefined
}

/** Event members that name blobs which are kept for ever. (ZIPs of exports are not: they are deleted in time.) */
const namesBlob = /^(sha256|[a-z]+Sha256|snapshot)$/

const membersOf = function* (value: unknown, name = ''): Generator<readonly [name: string, text: string]> {
  if (typeof value === 'string') yield [name, value]
  else if (Array.isArray(value)) for (const item of value) yield* membersOf(item, name)
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* membersOf(inner, key)
}

/** Checks the log up to `head`: revisions have no gaps, positions increase, and this release can read every event. */
export const checkLog = async (
  log: EventLog,
  head: Position,
  along: Along,
  onStep: OnStep,
): Promise<Checked & { readonly blobs: NamedBlobs; readonly whole: boolean }> => {
  const revisions = new Map<string, number>()
  const faults: Fault[] = []
  const blobs = new Map<string, string>()
  let last = 0n
  let count = 0
  for await (const event of log.readAll()) {
    if (event.position > head) break
    const where = `${event.stream}@${event.revision}`
    const fault = (detail: string) => faults.push({ kind: 'log', where, detail })
    const expected = (revisions.get(event.stream) ?? -1) + 1
    if (event.revision !== expected) fault(`has revision ${event.revision}; expected ${expected}`)
    if (event.position <= last) fault(`has position ${event.position}, which is not after ${last}`)
    const unknown = known(event)
    if (unknown !== undefined) fault(unknown)
    for (const [name, text] of membersOf(event.data)) {
      if (namesBlob.test(name) && /^[0-9a-f]{64}$/.test(text)) blobs.set(text, where)
      const accountId = /^sealed/.test(name) ? subjectOf(event)?.accountId : undefined
      if (accountId !== undefined) await along.sealed({ accountId, text, where })
    }
    along.event(event)
    revisions.set(event.stream, event.revision)
    last = event.position
    count++
    if (count % 500 === 0) onStep(Number(event.position), `${count} events`)
  }
  onStep(Number(head), `${count} events`)
  return { count, faults, blobs, whole: true }
}
