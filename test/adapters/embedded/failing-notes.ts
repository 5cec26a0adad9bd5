import * as t from 'io-ts'
import { projection } from '../../../src/engine/read/projection.ts'
import { notes, tally } from './notes.ts'

/** A view that throws at events whose data requests it. */
export const fragile = projection<{ readonly seen: number }>({
  name: 'fragile',
  version: 1,
  codec: t.type({ seen: t.number }),
  indexes: [],
  categories: ['note'],
  idOf: () => 'all',
  evolve: (document, event) => {
    if (event.data === 'break') throw new TypeError('cannot project')
    return { seen: (document?.seen ?? 0) + 1 }
  },
})

export const projections = [fragile, notes, tally]
