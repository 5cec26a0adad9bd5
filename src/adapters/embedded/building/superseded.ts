import type { AnyProjection } from '../../../engine/read/projection.ts'
import type { Generation } from '../../read-models/sqlite/generations.ts'
import { nearness, type ViewStore } from '../writing/feed-views.ts'

/**
 * Drops older versions of views that no process feeds any more (ARCH-25). A running older release keeps its own views
 * near the head of the log; if it starts again later, it rebuilds them.
 */
export const dropSuperseded = (
  projections: readonly AnyProjection[],
  { log, write, generations }: Pick<ViewStore, 'log' | 'write' | 'generations'>,
): void => {
  const versions = new Map(projections.map(p => [p.name, p.version]))
  const isSuperseded = ({ name, version, owner, checkpoint }: Generation): boolean =>
    version < (versions.get(name) ?? 0) && owner === null && log.head() - checkpoint > nearness
  write(() => {
    for (const { id } of generations.list().filter(isSuperseded)) generations.drop(id)
  })
}
