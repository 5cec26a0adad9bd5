import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { oneOf } from '../../codec/text.ts'
import type { Attempts } from '../../domain/shared/claim.ts'
import type { Recorded } from '../../ports/event-log.ts'
import type { Projection } from '../read/projection.ts'
import type { Todo } from './process.ts'

/** The fields that every to-do item has; a process adds its own. */
export const todoFields = {
  required: { todo: oneOf('open', 'done'), attempt: t.number },
  optional: {
    claim: fields({ worker: t.string, attempt: t.number }),
    notBefore: t.string,
    cause: fields({ eventId: t.string, correlationId: t.string }),
  },
} as const

/** The fields that the runner needs, from the attempts that the aggregate of an item counts. */
export const todoOf = (isOpen: boolean, attempts: Attempts, notBefore = attempts.notBefore): Todo => ({
  todo: isOpen ? 'open' : 'done',
  attempt: attempts.attempt,
  ...(attempts.worker === undefined ? {} : { claim: { worker: attempts.worker, attempt: attempts.attempt } }),
  ...(notBefore === undefined ? {} : { notBefore }),
})

const byProcess = ({ metadata }: Recorded): boolean => metadata.actor.startsWith('process:')

/** A to-do list whose items remember the event that made them due; events of a process do not replace it. */
export const todoList = <Item extends Todo>(p: Projection<Item>): Projection<Item> => ({
  ...p,
  evolve(item, event) {
    const next = p.evolve(item, event)
    if (next === undefined) return undefined
    const isDue = next.todo === 'open' && (item?.todo !== 'open' || !byProcess(event))
    const { id: eventId, metadata } = event
    const cause = isDue ? { eventId, correlationId: metadata.correlationId } : item?.cause
    return cause === undefined ? next : { ...next, cause }
  },
})
