import type { Position } from '../../ports/event-log.ts'
import type { ViewRef } from '../../ports/read-models.ts'

/** The positions of views by name; a view without one is left out. */
export const checkpointsOf = async (
  views: readonly ViewRef[],
  checkpoint: (view: ViewRef) => Promise<Position | undefined>,
): Promise<ReadonlyMap<string, Position>> => {
  const found = await Promise.all(views.map(async view => [view.name, await checkpoint(view)] as const))
  return new Map(found.flatMap(([name, position]) => (position === undefined ? [] : [[name, position]])))
}
