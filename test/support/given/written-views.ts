import { join } from 'node:path'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { viewStores } from '../../../src/adapters/read-models/sqlite/view-store.ts'
import { openForWriting } from '../../../src/adapters/sqlite/open-file.ts'
import type { Position } from '../../../src/ports/event-log.ts'
import type { Change, ReadModels, ViewRef } from '../../../src/ports/read-models.ts'
import type { WrittenReadModels } from '../memory/feeding-each.ts'

/** The read models of a node with embedded stores, and writes into its views.db as another process makes them. */
export const writtenViews = (dataDir: string, readModels: ReadModels): WrittenReadModels & { closeFile(): void } => {
  const db = openForWriting(join(dataDir, 'views.db'), 'NORMAL')
  const { table, write, building } = viewStores(db, 5_000)
  const apply = (view: ViewRef, changes: readonly Change[], from: Position, to: Position): Position => {
    const at = building.positions([view]).get(view)!
    if (at !== from) return at
    building.write({ changes: new Map([[view, changes]]), positions: new Map([[view, { from, to }]]) })
    if (table.of(view).next) building.swap(view)
    return to
  }
  return {
    ...readModels,
    apply: async (...args) => {
      const stored = write(() => apply(...args))
      // what a turn of the event loop answers had arrived before it began
      await endOfTurn()
      return stored
    },
    closeFile: () => db.close(),
  }
}
