import { projection } from '../../../src/engine/read/projection.ts'
import { tally } from './notes.ts'

/** Ends its thread at an event that requests it. */
export default [
  projection({
    ...tally,
    evolve: (document, event) => {
      if (event.data === 'crash') process.exit(1)
      return tally.evolve(document, event)
    },
  }),
]
