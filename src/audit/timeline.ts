import * as t from 'io-ts'
import { fields, integer } from '../codec.ts'
import { aggregateOf } from '../domain/aggregates.ts'
import type { EventLog, Recorded } from '../ports/event-log.ts'
import { changesBetween, type StateChange } from './changes.ts'
import { told } from './told.ts'

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

/** What an event changed in the state of its stream. */
const changesBy = async (event: Recorded, log: EventLog): Promise<readonly StateChange[]> => {
  const aggregate = aggregateOf(event.stream)
  if (!aggregate) return []
  const before = event.revision === 0 ? [] : await log.readStream(event.stream, { limit: event.revision })
  const state = before.reduce((s, e) => aggregate.evolve(s, e), aggregate.initialState)
  return changesBetween(state, aggregate.evolve(state, event))
    .filter(({ path }) => !unsaid.test(path))
    .slice(0, mostChanges)
}

/** The entry of an event. A first event changes everything; its sentence says enough. */
export const timelineEntry = async (event: Recorded, log: EventLog): Promise<TimelineEntry> => {
  const { type, stream, revision, position, metadata } = event
  const { at, actor, operation } = metadata
  const changes = revision === 0 ? [] : await changesBy(event, log)
  const summary = told(event)
  return { at, actor, operation, type, summary, changes: [...changes], stream, revision, position: String(position) }
}
