import { aggregateOf, aggregates } from '../domain/aggregates.ts'
import { wordingsIn } from '../domain/shared/fact.ts'
import { sentence } from '../domain/shared/wording.ts'
import { upcast } from '../engine/write/known-events.ts'
import type { Recorded } from '../ports/event-log.ts'

const wordings = new Map(
  aggregates.flatMap(({ category, events }) =>
    wordingsIn(events).map(wording => [wording.type, { category, ...wording }] as const),
  ),
)

/** Heartbeats and progress steps, which a campaign's history omits. */
export const routineEvents: readonly string[] = [...wordings.values()]
  .filter(wording => wording.routine)
  .map(wording => wording.type)

/** `ApprovalMailSent` → `Approval mail sent.`: the fallback for event types without their own sentence. */
const sentenceFromType = (type: string): string => sentence(type.replace(/(?<!^)([A-Z])/g, ' $1').toLowerCase())

/** Whether the event type has its own sentence. */
export const hasSentence = ({ type }: Pick<Recorded, 'type'>): boolean => wordings.get(type)?.sentence !== undefined

/** An event as a sentence for people. It never contains a mail address. */
export const sentenceOf = (event: Recorded): string => {
  const { type, stream } = event
  const [wording, aggregate] = [wordings.get(type), aggregateOf(stream)]
  const { data } = aggregate ? upcast(aggregate, event) : event
  return wording?.sentence?.(data, stream.slice(wording.category.length + 1)) ?? sentenceFromType(type)
}
