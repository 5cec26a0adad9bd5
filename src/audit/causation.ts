import type { Recorded } from '../ports/event-log.ts'

/** One action: who did it, the events that it caused, and the actions that each event caused in turn. */
export type Cause = {
  /** Id of the request or action; its events name it as their cause. */
  readonly id: string
  readonly actor: string
  readonly operation: string
  readonly at: string
  readonly events: readonly CausedEvent[]
}
export type CausedEvent = { readonly event: Recorded; readonly led: readonly Cause[] }

/**
 * The causation tree of one correlation. Events with the same cause form one group; whatever an event led to (mails, renders)
 * is nested under it. Groups whose cause is not in the list are the roots.
 */
export const causationTree = (events: readonly Recorded[]): readonly Cause[] => {
  const ids = new Set(events.map(event => event.id))
  const groups = new Map<string, Recorded[]>()
  for (const event of events) {
    const { causationId, actor, operation } = event.metadata
    const key = `${causationId} ${actor} ${operation}`
    groups.set(key, [...(groups.get(key) ?? []), event])
  }
  const all = [...groups.values()].flatMap(group => group.slice(0, 1).map(first => ({ group, first })))
  const toCause = ({ group, first }: (typeof all)[number]): Cause => ({
    id: first.metadata.causationId,
    actor: first.metadata.actor,
    operation: first.metadata.operation,
    at: first.metadata.at,
    events: group.map(event => ({
      event,
      led: all.filter(other => other.first.metadata.causationId === event.id && other.group !== group).map(toCause),
    })),
  })
  return all.filter(({ first }) => !ids.has(first.metadata.causationId)).map(toCause)
}
