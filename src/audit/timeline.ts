import * as t from 'io-ts'
import { fields } from '../codec/fields.ts'
import { integer } from '../codec/integer.ts'
import { aggregateOf } from '../domain/aggregates.ts'
import type { EventLog, Recorded } from '../ports/event-log.ts'
import { changesBetween, type StateChange } from './changes.ts'
import { sentenceOf } from './sentence.ts'

/** An entry of a campaign's history: a sentence for people, and what it changed in the campaign's records. */
export const TimelineEntry = fields({
  at: t.string,
  actor: t.string,
  operation: t.string,
  type: t.string,
  summary: t.string,
  changes: t.array(fields({ path: t.string }, { from: t.unknown, to: t.unknown })),
  stream: t.string,
  revision: integer(0),
  position: t.string,
})
export type TimelineEntry = t.TypeOf<typeof TimelineEntry>

/** Members that say nothing to a reader: hashes, seals, counters of attempts, times that stand at the entry already. */
const unsaid =
  /(^|\.)(contentHash|creativesHash|campaignHash|hashes|attempts|lastMails|mailing|htmlSha256|sealed\w*|at|updatedOn)(\.|$)/i
const mostChanges = 50

/** What events of one stream changed in its state, by their revisions. The stream is folded once, however many they are. */
const changesIn = async (
  stream: string,
  events: readonly Recorded[],
  log: EventLog,
): Promise<ReadonlyMap<number, readonly StateChange[]>> => {
  const changes = new Map<number, readonly StateChange[]>()
  const wanted = new Set(events.map(event => event.revision).filter(revision => revision > 0))
  const aggregate = aggregateOf(stream)
  if (!aggregate || wanted.size === 0) return changes
  let state = aggregate.initialState
  for (const event of await log.readStream(stream, { limit: Math.max(...wanted) + 1 })) {
    const before = state
    state = aggregate.evolve(state, event)
    if (!wanted.has(event.revision)) continue
    const said = changesBetween(before, state).filter(({ path }) => !unsaid.test(path))
    changes.set(event.revision, said.slice(0, mostChanges))
  }
  return changes
}

/** The entries of events, in their order. A first event changes everything; its sentence says enough. */
export const timelineEntries = async (
  events: readonly Recorded[],
  log: EventLog,
): Promise<readonly TimelineEntry[]> => {
  const byStream = Map.groupBy(events, event => event.stream)
  const changes = new Map<string, ReadonlyMap<number, readonly StateChange[]>>()
  for (const [stream, ofStream] of byStream) changes.set(stream, await changesIn(stream, ofStream, log))
  return events.map(event => {
    const { type, stream, revision, position, metadata } = event
    const { at, actor, operation } = metadata
    return {
      ...{ at, actor, operation, type, summary: sentenceOf(event) },
      changes: [...(changes.get(stream)?.get(revision) ?? [])],
      ...{ stream, revision, position: String(position) },
    }
  })
}
