import { type Cause, causationTree } from '../../audit/causation.ts'
import { eventJson } from '../../audit/event-json.ts'
import { hasSentence, sentenceOf } from '../../audit/sentence.ts'
import type { Stores } from '../../node/stores/open-stores.ts'
import type { EventLog, Recorded } from '../../ports/event-log.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { UserError } from '../user-error.ts'
import { say } from './say.ts'
import { scanning } from './scanning.ts'
import { shortStream } from './table.ts'

/** Everything that one request led to. `id`: of an event, a command, or a request (the traceId of its answers). */
const storyOf = async (
  log: EventLog,
  id: string,
  onScanned: (event: Recorded) => void,
): Promise<readonly Recorded[]> => {
  let correlation: string | undefined
  for await (const event of log.readAll()) {
    onScanned(event)
    const { correlationId, causationId } = event.metadata
    if (event.id === id || correlationId === id || causationId === id) correlation ??= correlationId
  }
  if (correlation === undefined)
    throw new UserError(`Nothing in the log names ${id} as an event, a command or a request.`)
  const story: Recorded[] = []
  for await (const event of log.readAll()) {
    onScanned(event)
    if (event.metadata.correlationId === correlation) story.push(event)
  }
  return story
}

type Caused = Cause['events'][number]

/** Events of one type and stream in a row, which say nothing by themselves: `ExportProgressed ×4`. */
const together = (events: readonly Caused[]): readonly (readonly Caused[])[] => {
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

const titled = (group: readonly Caused[]): string => {
  const [first, last] = [group[0]!.event, group.at(-1)!.event]
  const revisions = first === last ? first.revision : `${first.revision}–${last.revision}`
  const times = group.length > 1 ? ` ×${group.length}` : ''
  return `${first.type}${times}  ${shortStream(first.stream)}@${revisions}`
}

/** Lines of the branches below `indent`; the sentence of an event stands under its title, so that lines stay short. */
const drawn = (causes: readonly Cause[], indent: string): readonly string[] =>
  causes.flatMap((cause, i) => {
    const below = `${indent}${i === causes.length - 1 ? '   ' : '│  '}`
    const { actor, operation, at } = cause
    const who = actor.startsWith('process:') ? actor.replace(':', ' ') : `${operation} by ${actor}`
    const title = `${indent}${i === causes.length - 1 ? '└─ ' : '├─ '}${who} at ${at}`
    const groups = together(cause.events)
    const events = groups.flatMap((group, k) => {
      const end = k === groups.length - 1
      const { event, led } = group.at(-1)!
      const under = `${below}${end ? '   ' : '│  '}`
      return [
        `${below}${end ? '└─ ' : '├─ '}${titled(group)}`,
        ...(hasSentence(event) ? [`${under}${led.length > 0 ? '│  ' : ''}${sentenceOf(event)}`] : []),
        ...drawn(led, under),
      ]
    })
    return [title, ...events]
  })

/** That a request came and was answered is bookkeeping for its repetition; told only when nothing else came of it. */
const isBookkeeping = ({ events }: Cause): boolean =>
  events.every(({ event, led }) => event.stream.startsWith('idempotency-') && led.length === 0)

/** The causation tree as lines: who asked for what, the events that came of it, and what those led to. */
const explained = (story: readonly Recorded[]): string => {
  const request = story[0]?.metadata.correlationId ?? ''
  const tree = causationTree(story)
  const work = tree.filter(cause => !isBookkeeping(cause))
  return [`request ${request}`, ...drawn(work.length > 0 ? work : tree, '')].join('\n')
}

/** The tree for machines, with events as `audit --json` writes them. */
const treeJson = (causes: readonly Cause[], secrets: Secrets): Promise<readonly unknown[]> =>
  Promise.all(
    causes.map(async cause => ({
      ...cause,
      events: await Promise.all(
        cause.events.map(async ({ event, led }) => ({
          event: await eventJson(event, secrets),
          led: await treeJson(led, secrets),
        })),
      ),
    })),
  )

/** Draws what one request led to: by whom, which events, mails and jobs. */
export const explain = async ({ log, secrets }: Stores, id: string, json: boolean): Promise<void> => {
  const scan = await scanning(log)
  const story = await storyOf(log, id, scan.seen)
  scan.end()
  await say(json ? JSON.stringify(await treeJson(causationTree(story), secrets)) : explained(story))
}
