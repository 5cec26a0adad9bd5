import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import type { Aggregate, Rejection } from '../../domain/shared/decider.ts'
import { fact, routine } from '../../domain/shared/fact.ts'
import type { IdSource } from '../../ports/ids.ts'
import type { Work, WorkContext } from './execute.ts'

/** A node reserved the ids up to and including `upTo`. */
const IdBlockReserved = fact('IdBlockReserved', fields({ upTo: integer(1) }), routine)
type IdBlockReserved = t.TypeOf<typeof IdBlockReserved>

/** A sequence of integer ids; its stream is `sequence-<kind>` (HTTP-4). */
export const sequence: Aggregate<{ readonly size: number }, number, IdBlockReserved> = {
  category: 'sequence',
  subject: 'none',
  events: IdBlockReserved,
  initialState: 0,
  decide: (command, state) => E.right([{ type: 'IdBlockReserved', data: { upTo: state + command.size } }]),
  evolve: (_, event) => event.data.upTo,
}

/** No id is available at the moment. `rejection` gives the reason; clients receive it. */
export class NoIds extends Error {
  override readonly name = 'NoIds'
  readonly rejection: Rejection
  constructor(kind: string, rejection: Rejection) {
    super(`no ids of kind ${kind}: ${rejection.detail}`)
    this.rejection = rejection
  }
}

const blockSize = 20

type Block = { next: number; upTo: number }

/** Reserves ids in blocks. Ids that remain when a node stops are never used. `next` rejects with NoIds. */
export const openIds = (newWork: (context: WorkContext) => Work): IdSource => {
  const blocks = new Map<string, Promise<Block>>()

  const reserve = async (kind: string): Promise<Block> => {
    const commandId = randomUUID()
    const work = newWork({
      actor: 'process:ids',
      operation: 'ids',
      commandId,
      correlationId: commandId,
      causationId: commandId,
    })
    const reserved = await work.execute(sequence, kind, { size: blockSize })
    if (E.isLeft(reserved)) throw new NoIds(kind, reserved.left)
    return { next: reserved.right.state - blockSize + 1, upTo: reserved.right.state }
  }

  const next = async (kind: string): Promise<number> => {
    const pending = blocks.get(kind) ?? reserve(kind)
    blocks.set(kind, pending)
    try {
      const block = await pending
      if (block.next <= block.upTo) return block.next++
    } catch (error) {
      if (blocks.get(kind) === pending) blocks.delete(kind)
      throw error
    }
    if (blocks.get(kind) === pending) blocks.delete(kind)
    return next(kind)
  }
  return { next }
}
