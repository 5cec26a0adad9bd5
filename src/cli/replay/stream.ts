import { changesBetween, plainState } from '../../audit/changes.ts'
import { keyShown } from '../../audit/key-shown.ts'
import { auditReader } from '../../audit/reader.ts'
import { sealingAccount } from '../../audit/sealing-account.ts'
import { aggregateOf } from '../../domain/aggregates.ts'
import { apiKey } from '../../domain/keys/key.ts'
import type { AnyAggregate } from '../../domain/shared/decider.ts'
import { printableLines } from '../../domain/shared/printable.ts'
import { foldInto } from '../../engine/write/fold.ts'
import type { Stores } from '../../node/stores/open-stores.ts'
import type { EventLog, Recorded } from '../../ports/event-log.ts'
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

/**
 * A stream at a moment: its state, and the last event that had happened, undefined before the first. `isOver`: it has an event that had not
 * happened, so that those after it had not either, though they may have been decided before.
 */
type Past = { readonly state: unknown; readonly last: Recorded | undefined; readonly isOver: boolean }

/**
 * Folds a stream up to each of the moments, a page at a time: a stream may have more events than fit into memory. Throws WrittenByNewer for
 * events that this release cannot read.
 */
const pastsOf = async (
  log: Pick<EventLog, 'readStreamPages'>,
  stream: string,
  aggregate: AnyAggregate,
  moments: readonly Moment[],
) => {
  let first: Recorded | undefined
  let pasts: readonly Past[] = moments.map(() => ({ state: aggregate.initialState, last: undefined, isOver: false }))
  for await (const page of log.readStreamPages(stream))
    for (const event of page) {
      first ??= event
      pasts = pasts.map((past, i) => {
        if (past.isOver || !moments[i]?.had(event)) return { ...past, isOver: true }
        return { state: foldInto(aggregate, past.state, [event]), last: event, isOver: false }
      })
    }
  return { first, pasts }
}

/** The state of a stream as JSON, or its changes as lines. Mail addresses are masked. */
export const replayStream = async ({ log, secrets }: Stores, stream: string, asked: Asked): Promise<string> => {
  const moments = asked.kind === 'state' ? [asked.at] : asked.between
  const end = (await log.streamHead(stream)).revision
  if (end < 0) throw nothing(`There is no stream ${stream}; endcap audit lists events with their streams.`)
  const aggregate = knownAggregate(stream)
  for (const { revision = end } of moments)
    if (revision > end) throw nothing(`${stream} has no revision ${revision}; its last revision is ${end}.`)
  const { first, pasts } = await pastsOf(log, stream, aggregate, moments)
  const accountId = first && sealingAccount(first)
  const reader = auditReader({ secrets })
  const shownOf = async ({ state }: Past): Promise<unknown> => {
    const plain = plainState(state)
    const shown = accountId === undefined ? plain : await reader.shown(accountId, plain)
    return aggregate.category === apiKey.category ? keyShown(shown) : shown
  }
  if (asked.kind === 'difference') {
    const [from, to] = await Promise.all(pasts.map(shownOf))
    return shownChanges(changesBetween(from, to), stream, asked.json)
  }
  const [past] = pasts
  if (!past?.last) throw nothing(`${stream} did not exist yet: its first event is from ${first?.metadata.at}`)
  const { revision, metadata } = past.last
  return printableLines(JSON.stringify({ stream, revision, at: metadata.at, state: await shownOf(past) }, null, 2))
}
