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
  const groups = new Map<string, [Recorded, ...Recorded[]]>()
  for (const event of events) {
    const { causationId, actor, operation } = event.metadata
    const key = `${causationId} ${actor} ${operation}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [event])
    else group.push(event)
  }
  // a request may have caused a million events: each is looked at once
  const byCause = Map.groupBy(groups.values(), ([first]) => first.metadata.causationId)
  const ids = new Set(events.map(event => event.id))
  const toCause = (group: readonly [Recorded, ...Recorded[]]): Cause => {
    const { causationId: id, actor, operation, at } = group[0].metadata
    const led = (event: Recorded) => (byCause.get(event.id) ?? []).filter(other => other !== group).map(toCause)
    return { ...{ id, actor, operation, at }, events: group.map(event => ({ event, led: led(event) })) }
  }
  return [...groups.values()].filter(([first]) => !ids.has(first.metadata.causationId)).map(toCause)
}
