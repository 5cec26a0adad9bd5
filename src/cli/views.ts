import { projections } from '../../projections/projections.ts'
import type { AnyProjection } from '../engine/read/projection.ts'
import { projectionsWith } from '../node/stores/own-projections.ts'
import { configured } from './with-stores.ts'
import { WrongUse } from './wrong-use.ts'

/** Throws a WrongUse that lists all views if a name is unknown. */
export const knownViews = (names: readonly string[], known: readonly AnyProjection[] = projections): void => {
  const unknown = names.filter(name => !known.some(p => p.name === name))
  if (unknown.length > 0)
    throw new WrongUse(
      `Unknown view: ${unknown.join(', ')}. Views: ${known
        .map(p => p.name)
        .sort()
        .join(', ')}`,
    )
}

/** As `knownViews`, with the operator's own views; before a store is opened. */
export const mustBeViews = async (names: readonly string[]): Promise<void> =>
  knownViews(names, await projectionsWith(configured().projections))
