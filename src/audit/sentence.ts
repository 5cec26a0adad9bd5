import { aggregates } from '../domain/aggregates.ts'
import { wordingsIn } from '../domain/shared/fact.ts'
import { sentence } from '../domain/shared/wording.ts'
import type { Recorded } from '../ports/event-log.ts'

const wordings = new Map(
  aggregates.flatMap(({ category, events }) =>
    wordingsIn(events).map(wording => [wording.type, { category, ...wording }] as const),
  ),
)

/** Signs of life and steps of work that a history leaves out. */
export const routineEvents: readonly string[] = [...wordings.values()]
  .filter(wording => wording.routine)
  .map(wording => wording.type)

/** `ApprovalMailSent` → `Approval mail sent.`: what a type without a sentence of its own says. */
const worded = (type: string): string => sentence(type.replace(/(?<!^)([A-Z])/g, ' $1').toLowerCase())

/** Whether a type has a sentence of its own, which says more than its name. */
export const hasSentence = ({ type }: Pick<Recorded, 'type'>): boolean => wordings.get(type)?.sentence !== undefined

/** An event as a sentence for people. It names no mail address. */
export const sentenceOf = ({ type, data, stream }: Recorded): string => {
  const wording = wordings.get(type)
  return wording?.sentence?.(data, stream.slice(wording.category.length + 1)) ?? worded(type)
}
