import type { EventLog, Position, Recorded } from '../ports/event-log.ts'

/** All events of a request, in log order. */
export type Story = readonly Recorded[]

/** Events by the correlation id of their request. */
const gathering = () => {
  const stories = new Map<string, Recorded[]>()
  return {
    stories,
    begin: (correlationId: string): boolean => {
      if (stories.has(correlationId)) return false
      stories.set(correlationId, [])
      return true
    },
    add: (event: Recorded): void => void stories.get(event.metadata.correlationId)?.push(event),
  }
}

/** The part of the stories before a position, for those that were found in their middle. */
const beginnings = async (
  log: EventLog,
  correlations: Iterable<string>,
  before: Position,
  onScanned: (event: Recorded) => void,
): Promise<ReadonlyMap<string, Story>> => {
  const early = gathering()
  for (const correlation of correlations) early.begin(correlation)
  for await (const event of log.readAll()) {
    if (event.position >= before) break
    onScanned(event)
    early.add(event)
  }
  return early.stories
}

/**
 * All events that a request caused. `id`: of the request (its trace id in responses), of an event or a command, or the caller's trace id,
 * which means all requests with it. Reads the log once, and for an event or a command also what is before it.
 */
export const storiesOf = async (
  log: EventLog,
  id: string,
  onScanned: (event: Recorded) => void,
): Promise<readonly Story[]> => {
  const own = gathering()
  const traced = gathering()
  let middle = 0n
  for await (const event of log.readAll()) {
    onScanned(event)
    const { correlationId, causationId, callerTraceId } = event.metadata
    const isOwn = event.id === id || correlationId === id || causationId === id
    if (isOwn && own.begin(correlationId) && correlationId !== id) middle = event.position
    if (callerTraceId === id) traced.begin(correlationId)
    own.add(event)
    traced.add(event)
  }
  // callers choose their trace ids, even one that equals an id of another request
  if (own.stories.size === 0) return [...traced.stories.values()]
  const early = await beginnings(log, own.stories.keys(), middle, onScanned)
  return Array.from(own.stories, ([correlation, story]) => {
    const before = early.get(correlation) ?? []
    const first = story[0]?.position ?? 0n
    return [...before.filter(event => event.position < first), ...story]
  })
}
