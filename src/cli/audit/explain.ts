import { type Cause, causationTree } from '../../audit/causation.ts'
import { eventJson } from '../../audit/event-json.ts'
import { openedPeople } from '../../audit/people/opened-people.ts'
import { openPeople } from '../../audit/people/people.ts'
import type { PersonShown } from '../../audit/people/person.ts'
import { type AuditReader, auditReader } from '../../audit/reader.ts'
import { hasSentence, sentenceOf } from '../../audit/sentence.ts'
import { type Story, storiesOf } from '../../audit/stories.ts'
import { printable } from '../../domain/shared/printable.ts'
import type { Stores } from '../../node/stores/open-stores.ts'
import type { Recorded } from '../../ports/event-log.ts'
import { say } from '../say.ts'
import { UserError } from '../user-error.ts'
import { exitCodes } from '../wrong-use.ts'
import { scanning } from './scanning.ts'
import { peopleText, shortStream } from './table.ts'

/** The people whom events name, by the id of the event. */
type Named = ReadonlyMap<string, readonly PersonShown[]>

const peopleIn = async (stories: readonly Story[], { log, secrets }: Stores, reader: AuditReader): Promise<Named> => {
  const people = openPeople(log)
  const opened = openedPeople(reader, secrets)
  const named = new Map<string, readonly PersonShown[]>()
  for (const event of stories.flat()) {
    people.seen(event)
    // who sent the request is in the title of its action
    const about = (await people.of(event)).filter(({ role }) => role !== 'key-owner')
    if (about.length > 0) named.set(event.id, await Promise.all(about.map(opened.shown)))
  }
  return named
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

/** The sentence of an event, and whom it is about. */
const textsOf = (event: Recorded, named: Named): readonly string[] =>
  [
    ...(hasSentence(event) ? [sentenceOf(event)] : []),
    ...[named.get(event.id) ?? []].filter(people => people.length > 0).map(peopleText),
  ].map(printable)

/** The lines of the tree. The sentence of an event goes below its title, to keep lines short. */
const drawn = (causes: readonly Cause[], named: Named, indent: string): readonly string[] =>
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
        ...textsOf(event, named).map(text => `${under}${led.length > 0 ? '│  ' : ''}${text}`),
        ...drawn(led, named, under),
      ]
    })
    return [title, ...events]
  })

/** Idempotency records of the request itself; shown only if the request caused nothing else. */
const isBookkeeping = ({ events }: Cause): boolean =>
  events.every(({ event, led }) => event.stream.startsWith('idempotency-') && led.length === 0)

/** The causation tree as text: each request, the events that it caused, and what those caused in turn. */
const explained = (story: Story, named: Named): string => {
  const request = story[0]?.metadata.correlationId ?? ''
  const tree = causationTree(story)
  const work = tree.filter(cause => !isBookkeeping(cause))
  return [`request ${request}`, ...drawn(work.length > 0 ? work : tree, named, '')].join('\n')
}

/** The tree as JSON; events have the same form as in `audit --json`. */
const treeJson = (causes: readonly Cause[], named: Named, reader: AuditReader): Promise<readonly unknown[]> =>
  Promise.all(
    causes.map(async cause => ({
      ...cause,
      events: await Promise.all(
        cause.events.map(async ({ event, led }) => ({
          event: { ...(await eventJson(event, reader)), people: named.get(event.id) ?? [] },
          led: await treeJson(led, named, reader),
        })),
      ),
    })),
  )

/** Prints the tree of everything that one request caused: events, mails and jobs. */
export const explain = async (stores: Stores, id: string, json: boolean): Promise<void> => {
  const { log } = stores
  const reader = auditReader(stores)
  const scan = await scanning(log)
  const stories = await storiesOf(log, id, scan.scanned).finally(scan.end)
  if (stories.length === 0)
    throw new UserError(`The log has no event, command or request with the id ${id}.`, { exitCode: exitCodes.nothing })
  const named = await peopleIn(stories, stores, reader)
  const shown = () => Promise.all(stories.map(story => Promise.all(story.map(reader.shownEvent))))
  const text = json
    ? JSON.stringify(await treeJson(stories.flatMap(causationTree), named, reader))
    : (await shown()).map(story => explained(story, named)).join('\n')
  await say(text)
}
