import { type Cause, causationTree } from '../../audit/causation.ts'
import { told } from '../../audit/told.ts'
import type { EventLog, Recorded } from '../../ports/event-log.ts'
import { UserError } from '../user-error.ts'

/** Everything that one request led to. `id`: of an event, a command, or a request (the traceId of its answers). */
export const storyOf = async (
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

const drawn = (causes: readonly Cause[], indent: string): readonly string[] =>
  causes.flatMap((cause, i) => {
    const last = i === causes.length - 1
    const below = `${indent}${last ? '   ' : '│  '}`
    const title = `${indent}${last ? '└─ ' : '├─ '}${cause.operation} by ${cause.actor} at ${cause.at}`
    const events = cause.events.flatMap(({ event, led }, k) => {
      const end = k === cause.events.length - 1
      const { type, stream, revision } = event
      return [
        `${below}${end ? '└─ ' : '├─ '}${type} (${stream}@${revision}): ${told(event)}`,
        ...drawn(led, `${below}${end ? '   ' : '│  '}`),
      ]
    })
    return [title, ...events]
  })

/** The causation tree as lines: who asked for what, the events that came of it, and what those led to. */
export const explained = (story: readonly Recorded[]): string => {
  const request = story[0]?.metadata.correlationId ?? ''
  return [`request ${request}`, ...drawn(causationTree(story), '')].join('\n')
}
