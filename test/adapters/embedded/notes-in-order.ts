import * as t from 'io-ts'
import { projection } from '../../../src/engine/read/projection.ts'

/** A document for each note that was written, listed by its stream in log order. */
export const notesInOrder = projection<{ readonly stream: string; readonly position: number }>({
  name: 'notes-in-order',
  version: 1,
  codec: t.type({ stream: t.string, position: t.number }),
  indexes: [],
  lists: [{ scope: ['stream'], sort: ['position'], inLogOrder: true }],
  categories: ['note'],
  anew: true,
  idOf: event => event.id,
  evolve: (_, { stream, position }) => ({ stream, position: Number(position) }),
})

export default [notesInOrder]
