import { type Cause, causationTree } from '../../audit/causation.ts'
import { eventJson } from '../../audit/event-json.ts'
import { type AuditReader, auditReader } from '../../audit/reader.ts'
import { hasSentence, sentenceOf } from '../../audit/sentence.ts'
import type { Stores } from '../../node/stores/open-stores.ts'
import type { EventLog, Recorded } from '../../ports/event-log.ts'
import { UserError } from '../user-error.ts'
import { say } from './say.ts'
import { scanning } from './scanning.ts'
import { shortStream } from './table.ts'

/** The correlation ids that an id leads to: one of ours to its own, a caller's trace id to those of all its requests. */
const correlationsOf = async (
  log: EventLog,
  id: string,
  onScanned: (event: Recorded) => void,
): Promise<ReadonlySet<string>> => {
  const own = new Set<string>()
  const traced = new Set<string>()
  for await (const event of log.readAll()) {
    onScanned(event)
    const { correlationId, causationId, callerTraceId } = event.metadata
    if (event.id === id || correlationId === id || causationId === id) own.add(correlationId)
    if (callerTraceId === id) traced.add(correlationId)
  }
  // callers choose their trace ids, even one that equals an id of another request
  return own.size > 0 ? own : traced
}

/**
 * All events that a request caused, by correlation id. `id`: of an event, a command, a request (the traceId in its
 * responses), or the caller's trace (all requests with it).
 */
const storiesOf = async (
  log: EventLog,
  id: string,
  onScanned: (event: Recorded) => void,
): Promise<readonly (readonly Recorded[])[]> => {
  const correlations = await correlationsOf(log, id, onScanned)
  if (correlations.size === 0) throw new UserError(`The log has no event, command or request with the id ${id}.`)
  const stories = new Map(Array.from(correlations, correlation => [correlation, [] as Recorded[]]))
  for await (const event of log.readAll()) {
    onScanned(event)
    stories.get(event.metadata.correlationId)?.push(event)
  }
  return [...stories.values()]
}

type Caused = Cause['events'][number]

/** Groups consecutive events of one type and stream that have no sentence: `ExportProgressed ×4`. */
const groupRepeats = (events: readonly Caused[]): readonly (readonly Caused[])[] => {
  const groups: Caused[][] = []
  for (const one of events) {
    const last = groups.at(-1)?.at(-1)
    const same = last?.event.type === one.event.type && last.event.stream === one.event.stream
    const quiet = !hasSentence(one.event) && one.led.length === 0 && last?.led.length === 0
    if (same && quiet) groups.at(-1)?.push(one)
    else groups.push([one])
  }
  return groups
}

const titleOf = (group: readonly Caused[]): string => {
  const [first, last] = [group[0]!.event, group.at(-1)!.event]
  const revisions = first === last ? first.revision : `${first.revision}–${last.revision}`
  const times = group.length > 1 ? ` ×${group.length}` : ''
  return `${first.type}${times}  ${shortStream(first.stream)}@${revisions}`
}

/** The lines of the tree. The sentence of an event goes below its title, to keep lines short. */
const drawn = (causes: readonly Cause[], indent: string): readonly string[] =>
  causes.flatMap((cause, i) => {
    const below = `${indent}${i === causes.length - 1 ? '   ' : '│  '}`
    const { actor, operation, at } = cause
    const who = actor.startsWith('process:') ? actor.replace(':', ' ') : `${operation} by ${actor}`
    const title = `${indent}${i === causes.length - 1 ? '└─ ' : '├─ '}${who} at ${at}`
    const groups = groupRepeats(cause.events)
    const events = groups.flatMap((group, k) => {
      const end = k === groups.length - 1
      const { event, led } = group.at(-1)!
      const under = `${below}${end ? '   ' : '│  '}`
      return [
        `${below}${end ? '└─ ' : '├─ '}${titleOf(group)}`,
        ...(hasSentence(event) ? [`${under}${led.length > 0 ? '│  ' : ''}${sentenceOf(event)}`] : []),
        ...drawn(led, under),
      ]
    })
    return [title, ...events]
  })

/** Idempotency records of the request itself; shown only if the request caused nothing else. */
const isBookkeeping = ({ events }: Cause): boolean =>
  events.every(({ event, led }) => event.stream.startsWith('idempotency-') && led.length === 0)

/** The causation tree as text: each request, the events that it caused, and what those caused in turn. */
const explained = (story: readonly Recorded[]): string => {
  const request = story[0]?.metadata.correlationId ?? ''
  const tree = causationTree(story)
  const work = tree.filter(cause => !isBookkeeping(cause))
  return [`request ${request}`, ...drawn(work.length > 0 ? work : tree, '')].join('\n')
}

/** The tree as JSON; events have the same form as in `audit --json`. */
const treeJson = (causes: readonly Cause[], reader: AuditReader): Promise<readonly unknown[]> =>
  Promise.all(
    causes.map(async cause => ({
      ...cause,
      events: await Promise.all(
        cause.events.map(async ({ event, led }) => ({
          event: await eventJson(event, reader),
          led: await treeJson(led, reader),
        })),
      ),
    })),
  )

/** Prints the tree of everything that one request caused: events, mails and jobs. */
export const explain = async (stores: Stores, id: string, json: boolean): Promise<void> => {
  const { log } = stores
  const reader = auditReader(stores)
  const scan = await scanning(log)
  const stories = await storiesOf(log, id, scan.seen)
  scan.end()
  const shown = () => Promise.all(stories.map(story => Promise.all(story.map(reader.shownEvent))))
  const text = json
    ? JSON.stringify(await treeJson(stories.flatMap(causationTree), reader))
    : (await shown()).map(explained).join('\n')
  await say(text)
}
