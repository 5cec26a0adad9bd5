import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { oneOf } from '../../codec/text.ts'
import type { Attempts } from '../../domain/shared/claim.ts'
import type { Recorded } from '../../ports/event-log.ts'
import type { Projection } from '../read/projection.ts'
import type { Todo } from './process.ts'

/** The fields that every to-do item has; a process adds its own. */
export const todoFields = {
  required: { todo: oneOf('open', 'done', 'failed'), attempt: t.number },
  optional: {
    notBefore: t.string,
    cause: fields({ eventId: t.string, correlationId: t.string }),
    since: t.string,
    reason: t.string,
  },
} as const

/** The fields that the runner needs, from the attempts that the aggregate of an item counts. */
export const todoOf = (isOpen: boolean, attempts: Attempts, notBefore = attempts.notBefore): Todo => ({
  todo: isOpen ? 'open' : 'done',
  attempt: attempts.attempt,
  ...(notBefore === undefined ? {} : { notBefore }),
})

const byProcess = ({ metadata }: Recorded): boolean => metadata.actor.startsWith('process:')

/** Why an attempt or the whole work failed, as its event says. */
const reasonIn = ({ data }: Recorded): string | undefined => {
  const { reason, message } = data as { readonly reason?: unknown; readonly message?: unknown }
  return [reason, message].find(text => typeof text === 'string')
}

/**
 * A to-do list whose items remember the event that made them due, since when they are in their state, and why their last attempt
 * failed; events of a process do not replace the first. `hasFailed`: whether the work of an item ended without a result, so that it
 * is shown among those that failed instead of those that are done.
 */
export const todoList = <Item extends Todo>(
  p: Projection<Item>,
  hasFailed: (item: Item) => boolean = () => false,
): Projection<Item> => ({
  ...p,
  // finds the items whose pause has ended, and the next one, among very many that pause
  lists: [{ scope: ['todo'], sort: ['notBefore'] }],
  evolve(item, event) {
    const next = p.evolve(item, event)
    if (next === undefined) return undefined
    const { cause: _, since: __, reason: ___, ...own } = next
    const todo = hasFailed(next) ? 'failed' : next.todo
    const isDue = todo === 'open' && (item?.todo !== 'open' || !byProcess(event))
    const { id: eventId, metadata } = event
    const cause = isDue ? { eventId, correlationId: metadata.correlationId } : item?.cause
    const since = isDue || todo !== item?.todo ? metadata.at : item.since
    const reason = isDue || todo === 'done' ? undefined : (reasonIn(event) ?? item?.reason)
    return {
      ...own,
      todo,
      ...(cause === undefined ? {} : { cause }),
      ...(since === undefined ? {} : { since }),
      ...(reason === undefined ? {} : { reason }),
    } as Item
  },
})
