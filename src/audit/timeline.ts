import * as t from 'io-ts'
import { named } from '../codec/described.ts'
import { fields } from '../codec/fields.ts'
import { integer } from '../codec/integer.ts'
import { listOf } from '../codec/json.ts'
import { aggregateOf } from '../domain/aggregates.ts'
import { subjectOf } from '../domain/subject.ts'
import { othersFirst } from '../engine/write/fold.ts'
import { readsEvent, upcast } from '../engine/write/known-events.ts'
import { pageCharacters } from '../list/page-characters.ts'
import type { EventLog, Recorded } from '../ports/event-log.ts'
import { changesBetween, type StateChange, withoutSame } from './changes.ts'
import { keptStates } from './kept-states.ts'
import { PersonShown } from './people/person.ts'
import type { AuditReader } from './reader.ts'
import { sentenceOf } from './sentence.ts'
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

/** What the events of a stream changed, by revision. `leftOut`: of those that come so late in a page that it has no room for them. */
type Changes = {
  readonly byRevision: ReadonlyMap<number, readonly StateChange[]>
  readonly leftOut: ReadonlySet<number>
}

/**
 * Holds no more of what the events of a stream changed than a page has room for: small events may change much, as when large creatives are
 * deleted. Changes are added oldest first; a page with the newest first has no room for the oldest.
 */
const roomInPage = (isNewestFirst: boolean) => {
  const byRevision = new Map<number, readonly StateChange[]>()
  const leftOut = new Set<number>()
  const sizes = new Map<number, number>()
  let characters = 0
  return {
    byRevision,
    leftOut,
    isFull: () => !isNewestFirst && characters >= pageCharacters,
    add(revision: number, changes: readonly StateChange[]): void {
      const added = JSON.stringify(changes).length
      byRevision.set(revision, changes)
      sizes.set(revision, added)
      characters += added
      for (const [oldest, size] of sizes) {
        if (!isNewestFirst || characters - size < pageCharacters) return
        characters -= size
        sizes.delete(oldest)
        byRevision.delete(oldest)
        leftOut.add(oldest)
      }
    },
  }
}

/**
 * The state changes caused by the events of one stream. Folds the stream once for all events, page by page, from a state that was kept. What
 * events of a newer release change is not known: they are passed over.
 */
const changesIn = async (
  stream: string,
  events: readonly Recorded[],
  log: EventLog,
  reader: AuditReader,
): Promise<Changes> => {
  const room = roomInPage(events[0]!.revision > events.at(-1)!.revision)
  const wanted = new Set(events.map(event => event.revision).filter(revision => revision > 0))
  const aggregate = aggregateOf(stream)
  const accountId = subjectOf({ stream })?.accountId
  if (!aggregate || accountId === undefined || wanted.size === 0) return room
  const shownPart = withoutUnshown(aggregate.category)
  const kept = keptStates(log, stream)
  const from = kept.before(Math.min(...wanted))
  let state: unknown = from ? from.state : aggregate.initialState
  for await (const page of log.readStreamPages(stream, from ? { from: from.revision } : {})) {
    for (const event of page) {
      const before = state
      if (readsEvent(aggregate, event)) state = aggregate.evolve(state, upcast(aggregate, event))
      kept.note(state, event.revision + 1)
      if (!wanted.delete(event.revision)) continue
      // an event changes little of a large state: only that is opened and compared
      const pair = [withoutSame(before, state), withoutSame(state, before)]
      const [older, newer] = await Promise.all(pair.map(one => reader.shown(accountId, one)))
      room.add(event.revision, changesBetween(older, newer, shownPart).slice(0, maxChanges))
      if (room.isFull()) return { ...room, leftOut: wanted }
      await othersFirst()
    }
    if (wanted.size === 0) break
    await othersFirst()
  }
  return room
}

/**
 * Timeline entries in the order of the events, with the people whom each names; only the first of them if they are too large for a page. A
 * stream's first event lists no changes, as it would list the whole state.
 */
export const timelineEntries = async (
  events: readonly Recorded[],
  people: readonly PersonShown[][],
  log: EventLog,
  reader: AuditReader,
): Promise<readonly TimelineEntry[]> => {
  const byStream = Map.groupBy(events, event => event.stream)
  const changes = new Map<string, Changes>()
  for (const [stream, ofStream] of byStream) changes.set(stream, await changesIn(stream, ofStream, log, reader))
  const end = events.findIndex(({ stream, revision }) => changes.get(stream)?.leftOut.has(revision))
  const shown = await Promise.all((end < 0 ? events : events.slice(0, end)).map(reader.shownEvent))
  return shown.map((event, i) => {
    const { type, stream, revision, position, metadata } = event
    const { at, actor, operation } = metadata
    return {
      ...{ at, actor, operation, type, summary: sentenceOf(event) },
      people: people[i] ?? [],
      changes: [...(changes.get(stream)?.byRevision.get(revision) ?? [])],
      ...{ stream, revision, position: String(position) },
    }
  })
}
