import { hashOfRecorded, nextHead, noLink } from '../../engine/write/chaining.ts'
import type { ChainLink } from '../../ports/chain.ts'
import type { EventLog, Recorded } from '../../ports/event-log.ts'
import { isBlobName, membersOf } from '../members.ts'
import { subjectOf } from '../subject.ts'

/** The events of an account from a time to a time, both included, in milliseconds since 1970. */
export type Selection = { readonly account: string; readonly from: number; readonly to: number }

/** An event of an extract as a line of JSON. `n`: its number in the log, from 1. */
const lineOf = (n: number, { id, type, stream, revision, position, data, metadata }: Recorded): string =>
  JSON.stringify({ n, position: `${position}`, stream, revision, id, type, data, metadata })

/** Where an extract is written to. */
export type Extracting = { event(line: string): Promise<void>; hash(line: string): Promise<void> }

/** What was selected. `before`: the chain before the first event that has a hash. `link`: the chain at the end. */
export type Selected = {
  readonly events: number
  readonly before: Pick<ChainLink, 'events' | 'head'>
  readonly link: ChainLink
  readonly blobs: ReadonlySet<string>
  readonly actors: ReadonlySet<string>
}

/** Reads a log up to a position once, and writes the selected events, and the hashes of all events from the first one of them. */
export const selectEvents = async (
  log: Pick<EventLog, 'readAll'>,
  until: ChainLink,
  { account, from, to }: Selection,
  into: Extracting,
  onEvent: (event: Recorded) => void,
): Promise<Selected> => {
  const blobs = new Set<string>()
  const actors = new Set<string>()
  let link = noLink
  let before: ChainLink | undefined
  let events = 0
  for await (const event of log.readAll()) {
    if (event.position > until.position) break
    const at = Date.parse(event.metadata.at)
    const isWanted = at >= from && at <= to && subjectOf(event)?.accountId === account
    if (isWanted) before ??= link
    const hash = hashOfRecorded(event)
    link = { position: event.position, events: link.events + 1, head: nextHead(link.head, hash) }
    if (before) await into.hash(hash)
    if (isWanted) {
      events++
      actors.add(event.metadata.actor)
      for (const [name, text] of membersOf(event.data)) if (isBlobName(name, text)) blobs.add(text)
      await into.event(lineOf(link.events, event))
    }
    onEvent(event)
  }
  return { events, before: before ?? link, link, blobs, actors }
}
