import { projections } from '../../projections/projections.ts'
import { UserError } from './user-error.ts'

/** Refuses names that no view has, and says which there are. */
export const knownViews = (names: readonly string[]): void => {
  const unknown = names.filter(name => !projections.some(p => p.name === name))
  if (unknown.length > 0)
    throw new UserError(
      `There is no view ${unknown.join(', ')}. There are: ${projections
        .map(p => p.name)
        .sort()
        .join(', ')}`,
    )
}
