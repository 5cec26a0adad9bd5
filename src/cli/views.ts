import { projections } from '../../projections/projections.ts'
import { UserError } from './user-error.ts'

/** Throws a UserError that lists all views if a name is unknown. */
export const knownViews = (names: readonly string[]): void => {
  const unknown = names.filter(name => !projections.some(p => p.name === name))
  if (unknown.length > 0)
    throw new UserError(
      `Unknown view: ${unknown.join(', ')}. Views: ${projections
        .map(p => p.name)
        .sort()
        .join(', ')}`,
    )
}
