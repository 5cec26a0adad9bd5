import * as t from 'io-ts'
import { fields, oneOf } from '../src/codec.ts'
import type { Attempts } from '../src/domain/shared/claim.ts'
import type { Todo } from '../src/process.ts'

/** The members that every to-do item has; a process's own follow. */
export const todoFields = {
  required: { todo: oneOf('open', 'done'), attempt: t.number },
  optional: { claim: fields({ worker: t.string, attempt: t.number }), notBefore: t.string },
} as const

/** What the runner needs to know of an item, from the attempts that its aggregate counts. */
export const todoOf = (isOpen: boolean, attempts: Attempts, notBefore = attempts.notBefore): Todo => ({
  todo: isOpen ? 'open' : 'done',
  attempt: attempts.attempt,
  ...(attempts.worker === undefined ? {} : { claim: { worker: attempts.worker, attempt: attempts.attempt } }),
  ...(notBefore === undefined ? {} : { notBefore }),
})
