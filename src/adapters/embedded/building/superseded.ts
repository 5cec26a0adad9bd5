import type { AnyProjection } from '../../../engine/read/projection.ts'
import type { Generation } from '../../read-models/sqlite/generations.ts'
import { nearness, type ViewStore } from '../writing/feed-views.ts'

/**
 * Drops documents of older versions of our views that nobody feeds any more (design 6): an older release that still runs
 * keeps its own near the head of the log. Should one come back later, it builds them anew.
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
