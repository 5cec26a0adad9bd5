import * as t from 'io-ts'
import { type AnyProjection, projection } from '../../../src/engine/read/projection.ts'
import type { Recorded } from '../../../src/ports/event-log.ts'

export const category = 'pot'
/** Events per document. */
export type PotWatered = {
  readonly type: 'PotWatered'
  readonly data: { readonly litres: number; readonly by: string; readonly note: string }
}

const Pot = t.type({ watered: t.number, litres: t.number, by: t.string, notes: t.array(t.string) })
type Pot = t.TypeOf<typeof Pot>
const nothing: Pot = { watered: 0, litres: 0, by: '', notes: [] }

/**
 * A view of every pot with its latest notes: a few notes give a document of about 200 bytes, many one of about 1,000.
 */
const pots = (name: string, notes: number) =>
  projection<Pot>({
    name,
    version: 1,
    codec: Pot,
    indexes: [['by']],
    categories: [category],
    idOf: event => event.stream.slice(category.length + 1),
    evolve: (pot = nothing, event: Recorded) => {
      const { litres, by, note } = (event as unknown as PotWatered).data
      return { watered: pot.watered + 1, litres: pot.litres + litres, by, notes: [...pot.notes, note].slice(-notes) }
    },
  })

export const small = pots('small-pots', 1)
export const large = pots('large-pots', 8)
export const byName: Readonly<Record<string, AnyProjection>> = { small, large }
