import type { EventLog, Position, Recorded } from '../ports/event-log.ts'
import { mentioning } from './mentioning.ts'

/** All events of a request, in log order. */
export type Story = readonly Recorded[]

type Scanned = (position: Position) => void

/** The events of these requests, by their correlation ids. Reads the log once. */
const eventsOf = async (
  log: Pick<EventLog, 'readAll'>,
  correlations: ReadonlySet<string>,
  onScanned: Scanned,
): Promise<readonly Story[]> => {
  const stories = new Map<string, Recorded[]>(Array.from(correlations, correlation => [correlation, []]))
  for await (const event of log.readAll({ ...mentioning([...correlations]), onScanned }))
    stories.get(event.metadata.correlationId)?.push(event)
  return [...stories.values()]
}

/**
 * All events that a request caused. `id`: of the request (its trace id in responses), of an event or a command, or the caller's trace id,
 * which means all requests with it. Reads the log once if the id is that of one request, otherwise twice.
 */
export const storiesOf = async (
  log: Pick<EventLog, 'readAll'>,
  id: string,
  onScanned: Scanned,
): Promise<readonly Story[]> => {
  const own = new Set<string>()
  const traced = new Set<string>()
  const ofRequest: Recorded[] = []
  for await (const event of log.readAll({ ...mentioning([id]), onScanned })) {
    const { correlationId, causationId, callerTraceId } = event.metadata
    if (correlationId === id) ofRequest.push(event)
    if (event.id === id || correlationId === id || causationId === id) own.add(correlationId)
    if (callerTraceId === id) traced.add(correlationId)
  }
  if (own.size === 1 && own.has(id)) return [ofRequest]
  // callers choose their trace ids, even one that equals an id of another request
  const wanted = own.size > 0 ? own : traced
  return wanted.size === 0 ? [] : eventsOf(log, wanted, onScanned)
}
