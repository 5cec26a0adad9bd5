import { changesBetween, plainState } from '../../audit/changes.ts'
import { keyShown } from '../../audit/key-shown.ts'
import { auditReader } from '../../audit/reader.ts'
import { sealingAccount } from '../../audit/subject.ts'
import { aggregateOf } from '../../domain/aggregates.ts'
import { apiKey } from '../../domain/keys/key.ts'
import type { AnyAggregate } from '../../domain/shared/decider.ts'
import type { Stores } from '../../node/stores/open-stores.ts'
import type { Recorded } from '../../ports/event-log.ts'
import { UserError } from '../user-error.ts'
import { exitCodes } from '../wrong-use.ts'
import type { Moment } from './moment.ts'
import { shownChanges } from './shown-changes.ts'

/** What to show of a stream: its state at one moment, or the changes between two. */
export type Asked =
  | { readonly kind: 'state'; readonly at: Moment }
  | { readonly kind: 'difference'; readonly between: readonly [Moment, Moment]; readonly json: boolean }

const nothing = (message: string): UserError => new UserError(message, { exitCode: exitCodes.nothing })

const knownAggregate = (stream: string): AnyAggregate => {
  const aggregate = aggregateOf(stream)
  if (aggregate) return aggregate
  throw nothing(
    stream.startsWith('sequence-')
      ? `${stream} is a number sequence without state; endcap audit --stream ${stream} lists its numbers`
      : `This release does not know the kind of stream ${stream}.`,
  )
}

/** The events of a stream up to a moment. */
const eventsUntil = (stream: string, events: readonly Recorded[], { had, revision }: Moment): readonly Recorded[] => {
  const end = events.at(-1)?.revision ?? -1
  if (revision !== undefined && revision > end)
    throw nothing(`${stream} has no revision ${revision}; its last revision is ${end}.`)
  return events.filter(had)
}

/** The state of a stream as JSON, or its changes as lines. Mail addresses are masked. */
export const replayStream = async ({ log, secrets }: Stores, stream: string, asked: Asked): Promise<string> => {
  const events = await log.readStream(stream)
  const [first] = events
  if (!first) throw nothing(`There is no stream ${stream}; endcap audit lists events with their streams.`)
  const { category, initialState, evolve } = knownAggregate(stream)
  const accountId = sealingAccount(first)
  const reader = auditReader({ log, secrets })
  const stateOf = async (upTo: readonly Recorded[]): Promise<unknown> => {
    const state = plainState(upTo.reduce((folded, event) => evolve(folded, event), initialState))
    const shown = accountId === undefined ? state : await reader.shown(accountId, state)
    return category === apiKey.category ? keyShown(shown) : shown
  }
  if (asked.kind === 'difference') {
    const [from, to] = await Promise.all(
      asked.between.map(async moment => stateOf(eventsUntil(stream, events, moment))),
    )
    return shownChanges(changesBetween(from, to), stream, asked.json)
  }
  const upTo = eventsUntil(stream, events, asked.at)
  const last = upTo.at(-1)
  if (!last) throw nothing(`${stream} did not exist yet: its first event is from ${first.metadata.at}`)
  const { revision, metadata } = last
  return JSON.stringify({ stream, revision, at: metadata.at, state: await stateOf(upTo) }, null, 2)
}
