import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { mustHaveNoAddress, Reason, ReasonLine } from '../codec/reason.ts'
import type { Stores } from '../node/stores/open-stores.ts'
import { WrongUse } from './wrong-use.ts'

/** The work of one run of a command; `operation` is its name, such as `keys`. Auditors find it by the actor `cli`. */
export const workOf = ({ newWork }: Pick<Stores, 'newWork'>, operation: string) => {
  const id = randomUUID()
  return newWork({ actor: 'cli', operation, commandId: id, correlationId: id, causationId: id })
}

/** The value of `--reason`, which auditors read. Throws WrongUse if it is too long, or has lines or a mail address. */
export const checkedReason = (reason: string): string => {
  if (E.isLeft(ReasonLine.decode(reason))) throw new WrongUse('--reason has 1 to 500 characters, in one line')
  if (E.isLeft(Reason.decode(reason))) throw new WrongUse(`--reason stays in the log, so it ${mustHaveNoAddress}`)
  return reason
}
