import { subjectOf } from '../../domain/subject.ts'
import { textsOf } from '../../engine/read/event-texts.ts'
import { nextHead, noLink } from '../../engine/write/chaining.ts'
import type { ChainLink } from '../../ports/chain.ts'
import type { EventLog, Metadata, Position, RecordedText } from '../../ports/event-log.ts'
import { isBlobName, mayNameBlobs, membersOf } from '../members.ts'

/** The events of an account from a time to a time, both included, in milliseconds since 1970. */
export type Selection = { readonly account: string; readonly from: number; readonly to: number }

/** An event of an extract as a line of JSON. `n`: its number in the log, from 1. Data and metadata are already JSON. */
const lineOf = (n: number, { id, type, stream, revision, position, data, metadata }: RecordedText): string => {
  const place = JSON.stringify({ n, position: `${position}`, stream, revision, id, type })
  return `${place.slice(0, -1)},"data":${data},"metadata":${metadata}}`
}

const metadataOf = ({ metadata }: RecordedText): Metadata => JSON.parse(metadata)

/** Returns a function that adds the actor of an event to a set. Metadata is parsed only if its text names one that has not come yet. */
const actorsOnce = (actors: Set<string>) => {
  const seen = new Set<string>()
  return (event: RecordedText): void => {
    const text = /"actor":"(?:[^"\\]|\\.)*"/.exec(event.metadata)?.[0]
    if (text !== undefined && seen.has(text)) return
    if (text !== undefined) seen.add(text)
    actors.add(metadataOf(event).actor)
  }
}

/** Where an extract is written to: lines of events, and hashes, several at once. */
export type Extracting = {
  events(lines: readonly string[]): Promise<void>
  hashes(lines: readonly string[]): Promise<void>
}

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
  log: Pick<EventLog, 'readAll' | 'readTexts'>,
  until: ChainLink,
  { account, from, to }: Selection,
  into: Extracting,
  onScanned: (position: Position) => void,
): Promise<Selected> => {
  const blobs = new Set<string>()
  const actors = new Set<string>()
  let link = noLink
  let before: ChainLink | undefined
  let events = 0
  const isAnyTime = from === Number.NEGATIVE_INFINITY && to === Number.POSITIVE_INFINITY
  const isWanted = (event: RecordedText): boolean => {
    if (subjectOf(event)?.accountId !== account) return false
    const at = isAnyTime ? 0 : Date.parse(metadataOf(event).at)
    return at >= from && at <= to
  }
  const actorIn = actorsOnce(actors)
  for await (const page of textsOf(log)) {
    const hashes: string[] = []
    const lines: string[] = []
    for (const event of page) {
      if (event.position > until.position) break
      const isIn = isWanted(event)
      if (isIn) before ??= link
      link = { position: event.position, events: link.events + 1, head: nextHead(link.head, event.hash) }
      if (before) hashes.push(event.hash)
      if (isIn) {
        actorIn(event)
        lines.push(lineOf(link.events, event))
        if (mayNameBlobs(event.data))
          for (const [name, text] of membersOf(JSON.parse(event.data))) if (isBlobName(name, text)) blobs.add(text)
      }
    }
    events += lines.length
    await into.hashes(hashes)
    await into.events(lines)
    onScanned(link.position)
    if (link.position === until.position) break
  }
  return { events, before: before ?? link, link, blobs, actors }
}
