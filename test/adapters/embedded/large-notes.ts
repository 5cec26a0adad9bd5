import * as t from 'io-ts'
import { projection } from '../../../src/engine/read/projection.ts'

const Item = t.type({ n: t.number })
const LargeNote = t.type({ touched: t.number, items: t.array(Item) })
type LargeNote = t.TypeOf<typeof LargeNote>

/** Large documents, of as many large events; small ones change them. */
export const largeNotes = projection<LargeNote>({
  name: 'large-notes',
  version: 1,
  codec: LargeNote,
  indexes: [],
  categories: ['large'],
  idOf: event => event.stream,
  evolve: (note = { touched: 0, items: [] }, event) => ({
    touched: note.touched + 1,
    items: [...note.items, ...((event.data as { items?: LargeNote['items'] }).items ?? [])],
  }),
})
export const projections = [largeNotes]
