import * as t from 'io-ts'
import { projection } from '../../../src/engine/read/projection.ts'
import type { Recorded } from '../../../src/ports/event-log.ts'

type Note = { readonly id: string; readonly writes: number; readonly last: unknown; readonly revision: number }

const idOf = (event: Recorded) => event.stream.slice('note-'.length)

/** Every note with its number of writes; NoteErased deletes it. */
export const notes = projection<Note>({
  name: 'notes',
  version: 1,
  codec: t.type({ id: t.string, writes: t.number, last: t.unknown, revision: t.number }) as unknown as t.Type<
    Note,
    unknown
  >,
  indexes: [['writes']],
  categories: ['note'],
  idOf,
  evolve: (note, event) =>
    event.type === 'NoteErased'
      ? undefined
      : { id: idOf(event), writes: (note?.writes ?? 0) + 1, last: event.data, revision: event.revision },
})

/** One document that counts all writes. */
export const tally = projection<{ readonly total: number }>({
  name: 'tally',
  version: 1,
  codec: t.type({ total: t.number }),
  indexes: [],
  categories: ['note', 'memo'],
  idOf: () => 'all',
  evolve: document => ({ total: (document?.total ?? 0) + 1 }),
})

export default [notes, tally]
