import * as E from 'fp-ts/lib/Either.js'
import { mostLibraryPaths, mostTemplatePaths } from '../assets/bounds.ts'
import { type Rejection, rejection } from '../shared/decider.ts'

/**
 * Refuses ad units whose HTML names too many library paths (PROVISION-6): a campaign with the template looks all of them up
 * whenever its content is compared. `paths`: those of each ad unit, in order.
 */
export const mustNameFewPaths = (paths: readonly (readonly string[])[]): E.Either<Rejection, void> => {
  const errors = paths.flatMap((own, i) =>
    own.length <= mostLibraryPaths
      ? []
      : [
          {
            pointer: `/adUnits/${i}/html`,
            code: 'too-many-library-paths',
            detail: `must name at most ${mostLibraryPaths} library paths; it names more`,
          },
        ],
  )
  if (errors.length > 0)
    return E.left(rejection('invalid-request', 'An ad unit names too many library paths.', { errors }))
  const all = new Set(paths.flat()).size
  if (all <= mostTemplatePaths) return E.right(undefined)
  const detail = `must name at most ${mostTemplatePaths} library paths together; they name ${all}`
  return E.left(
    rejection('invalid-request', 'The ad units together name too many library paths.', {
      errors: [{ pointer: '/adUnits', code: 'too-many-library-paths', detail }],
    }),
  )
}
