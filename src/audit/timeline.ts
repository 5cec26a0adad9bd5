import * as t from 'io-ts'
import { named } from '../codec/described.ts'
import { fields } from '../codec/fields.ts'
import { integer } from '../codec/integer.ts'
import { listOf } from '../codec/json.ts'
import { aggregateOf } from '../domain/aggregates.ts'
import { othersFirst } from '../engine/write/fold.ts'
import type { EventLog, Recorded } from '../ports/event-log.ts'
import { changesBetween, type StateChange } from './changes.ts'
import { PersonShown } from './people/person.ts'
import type { AuditReader } from './reader.ts'
import { sentenceOf } from './sentence.ts'
import { subjectOf } from './subject.ts'
import { withoutUnshown } from './unshown.ts'

/** An entry of a campaign's history: a sentence for people, and what the event changed. */
export const TimelineEntry = named(
  'HistoryEntry',
  fields({
    at: t.string,
    actor: t.string,
    operation: t.string,
    type: t.string,
    summary: t.string,
    people: listOf(PersonShown),
    changes: t.array(fields({ path: t.string }, { from: t.unknown, to: t.unknown })),
    stream: t.string,
    revision: integer(0),
    position: t.string,
  }),
)
export type TimelineEntry = t.TypeOf<typeof TimelineEntry>

const maxChanges = 50

/** The state changes caused by the events of one stream, by revision. Folds the stream once for all events, page by page. */
const changesIn = async (
  stream: string,
  events: readonly Recorded[],
  log: EventLog,
  reader: AuditReader,
): Promise<ReadonlyMap<number, readonly StateChange[]>> => {
  const changes = new Map<number, readonly StateChange[]>()
  const wanted = new Set(events.map(event => event.revision).filter(revision => revision > 0))
  const aggregate = aggregateOf(stream)
  const accountId = subjectOf({ stream })?.accountId
  if (!aggregate || accountId === undefined || wanted.size === 0) return changes
  const shownPart = withoutUnshown(aggregate.category)
  let state = aggregate.initialState
  for await (const page of log.readStreamPages(stream)) {
    for (const event of page) {
      const before = state
      state = aggregate.evolve(state, event)
      if (!wanted.has(event.revision)) continue
      const [from, to] = await Promise.all([reader.shown(accountId, before), reader.shown(accountId, state)])
      changes.set(event.revision, changesBetween(from, to, shownPart).slice(0, maxChanges))
    }
    if (changes.size === wanted.size) break
    await othersFirst()
  }
  return changes
}

/** Timeline entries in the order of the events, with the people whom each names. A stream's first event lists no changes, as it would list the whole state. */
export const timelineEntries = async (
  events: readonly Recorded[],
  people: readonly PersonShown[][],
  log: EventLog,
  reader: AuditReader,
): Promise<readonly TimelineEntry[]> => {
  const byStream = Map.groupBy(events, event => event.stream)
  const changes = new Map<string, ReadonlyMap<number, readonly StateChange[]>>()
  for (const [stream, ofStream] of byStream) changes.set(stream, await changesIn(stream, ofStream, log, reader))
  const shown = await Promise.all(events.map(reader.shownEvent))
  return shown.map((event, i) => {
    const { type, stream, revision, position, metadata } = event
    const { at, actor, operation } = metadata
    return {
      ...{ at, actor, operation, type, summary: sentenceOf(event) },
      people: people[i] ?? [],
      changes: [...(changes.get(stream)?.get(revision) ?? [])],
      ...{ stream, revision, position: String(position) },
    }
  })
}
