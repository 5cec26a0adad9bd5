import type { AnyProjection } from '../engine/read/projection.ts'
import { projectionsWith } from '../node/stores/own-projections.ts'
import { configured } from './with-stores.ts'
import { WrongUse } from './wrong-use.ts'

/** Throws a WrongUse that lists all views if a name is unknown. */
export const knownViews = (names: readonly string[], known: readonly AnyProjection[]): void => {
  const unknown = names.filter(name => !known.some(p => p.name === name))
  if (unknown.length > 0)
    throw new WrongUse(
      `Unknown view: ${unknown.join(', ')}. Views: ${known
        .map(p => p.name)
        .sort()
        .join(', ')}`,
    )
}

/** As `knownViews`, with the operator's own views; before a store is opened. Returns the projections of these views. */
export const mustBeViews = async (names: readonly string[]): Promise<readonly AnyProjection[]> => {
  const known = await projectionsWith(configured().projections)
  knownViews(names, known)
  return known.filter(({ name }) => names.includes(name))
}
