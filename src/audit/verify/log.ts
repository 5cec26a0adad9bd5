import * as E from 'fp-ts/lib/Either.js'
import { aggregateOf } from '../../domain/aggregates.ts'
import { isSealedMember } from '../../domain/shared/sealed-members.ts'
import { eventOf, textsOf } from '../../engine/read/event-texts.ts'
import { checksumOfText } from '../../engine/write/checksums.ts'
import { decodedBy, readsEvent } from '../../engine/write/known-events.ts'
import type { EventLog, Position, Recorded, RecordedText } from '../../ports/event-log.ts'
import { isBlobName, membersOf } from '../members.ts'
import { sealingAccount } from '../sealing-account.ts'
import type { Checked, Fault, OnStep } from './fault.ts'
import { keptFiles } from './kept-files.ts'
import { idsOfLog, repeatedEvents } from './repeated-ids.ts'
import type { StreamRevisions } from './stream-revisions.ts'

/** Hashes of files named by events, each with the event that names it. */
export type NamedBlobs = ReadonlyMap<string, string>
/** A text in an event, sealed under the key of its account or of a person. */
export type Sealed = { readonly accountId: string; readonly text: string; readonly where: string }

/** Other checks that run on each event, with its texts, while the log is read, and where the last revisions are kept. */
export type Along = {
  readonly revisions: StreamRevisions
  readonly event: (event: Recorded, text: RecordedText) => void | Promise<void>
  readonly sealed: (sealed: Sealed) => Promise<void>
}

const known = (event: Recorded): string | undefined => {
  if (event.stream.startsWith('sequence-')) return undefined
  const aggregate = aggregateOf(event.stream)
  if (!aggregate) return 'this release does not know this kind of stream; a newer release may have written it'
  const isReadable = readsEvent(aggregate, event) && E.isRight(decodedBy(aggregate, event))
  return isReadable ? undefined : `this release cannot read ${event.type} (version ${event.metadata.schemaVersion})`
}

/** What it means that an event does not have the revision that follows the event before it in its stream. */
const misplaced = (revision: number, expected: number): string => {
  const lacking = revision - 1 > expected ? `revisions ${expected} to ${revision - 1}` : `revision ${expected}`
  const what = revision > expected ? `the log lacks ${lacking} before it` : 'it is not where it was written'
  return `has revision ${revision}; expected ${expected}: ${what}; restore a backup`
}

const upTo = async function* (
  head: Position,
  log: Pick<EventLog, 'readAll' | 'readTexts'>,
): AsyncGenerator<RecordedText> {
  for await (const page of textsOf(log))
    for (const text of page) {
      if (text.position > head) return
      yield text
    }
}

/** `whole`: the log was read to its end. */
export type CheckedLog = Checked & {
  readonly blobs: NamedBlobs
  readonly whole: boolean
}

/**
 * Checks the log up to `head`: revisions have no gaps, positions increase, no event id repeats, every event matches its
 * checksum, and this release can read it.
 */
export const checkLog = async (log: EventLog, head: Position, along: Along, onStep: OnStep): Promise<CheckedLog> => {
  const { revisions } = along
  const faults: Fault[] = []
  const blobs = new Map<string, string>()
  const keptInTime = keptFiles()
  const ids = idsOfLog()
  let last = 0n
  let count = 0
  for await (const text of upTo(head, log)) {
    const event = eventOf(text)
    const where = `${event.stream}@${event.revision}`
    const fault = (detail: string) => faults.push({ kind: 'log', where, detail })
    const expected = revisions.of(event.stream) + 1
    if (event.revision !== expected) fault(misplaced(event.revision, expected))
    if (event.position <= last) fault(`has position ${event.position}, which is not after ${last}`)
    const unknown = known(event)
    if (unknown !== undefined) fault(unknown)
    const isDeletedInTime = keptInTime.add(event)
    for (const [name, text] of membersOf(event.data)) {
      if (!isDeletedInTime && isBlobName(name, text)) blobs.set(text, where)
      const accountId = isSealedMember(name, text) ? sealingAccount(event) : undefined
      if (accountId !== undefined) await along.sealed({ accountId, text, where })
    }
    if (event.metadata.checksum !== checksumOfText(event, text))
      fault('does not match its checksum: it was changed; restore a backup')
    await along.event(event, text)
    ids.add(event.id)
    revisions.set(event.stream, event.revision)
    last = event.position
    count++
    if (count % 500 === 0) onStep(Number(event.position), `${count} events`)
  }
  for (const [sha256, where] of keptInTime.named()) blobs.set(sha256, where)
  for (const repeated of await repeatedEvents(log, head, ids.suspects())) faults.push(repeated)
  for await (const found of log.faults?.(head) ?? []) faults.push({ kind: 'log', ...found })
  onStep(Number(head), `${count} events`)
  return { count, faults, blobs, whole: true }
}
