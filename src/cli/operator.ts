import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { text } from '../codec/text.ts'
import type { Stores } from '../node/stores/open-stores.ts'
import { WrongUse } from './wrong-use.ts'

/** The work of one run of a command; `operation` is its name, such as `keys`. Auditors find it by the actor `cli`. */
export const workOf = ({ newWork }: Pick<Stores, 'newWork'>, operation: string) => {
  const id = randomUUID()
  return newWork({ actor: 'cli', operation, commandId: id, correlationId: id, causationId: id })
}

const Reason = text({ min: 1, max: 500 })

/** The value of `--reason`, which auditors read. Throws WrongUse if it is too long, or has lines or a mail address. */
export const checkedReason = (reason: string): string => {
  if (E.isLeft(Reason.decode(reason))) throw new WrongUse('--reason has 1 to 500 characters, in one line')
  if (/\S@\S/.test(reason))
    throw new WrongUse('--reason stays in the log, so it must not have a mail address; name a ticket')
  return reason
}
