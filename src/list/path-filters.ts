import { storedPaths } from '../domain/assets/asset-id.ts'
import type { Scalar, Where } from '../ports/read-models.ts'

const formsOf = (value: Scalar): readonly Scalar[] => (typeof value === 'string' ? storedPaths(value) : [value])

/**
 * A filter by the path of a library file that holds for the file in either form of its name (LIBRARY-8): as it is written, and composed.
 * Others stay as they are; what comes before or after a path is asked of paths as they are stored.
 */
export const inEitherForm = (where: Where): Where => {
  if (!('field' in where) || where.field.join('.') !== 'path') return where
  const { field } = where
  switch (where.is) {
    case '=':
      return { field, is: 'in', values: formsOf(where.value) }
    case 'in':
      return { field, is: 'in', values: where.values.flatMap(formsOf) }
    case '<>':
      return { all: formsOf(where.value).map(value => ({ field, is: '<>', value })) }
    case 'like':
      return { any: storedPaths(where.pattern).map(pattern => ({ field, is: 'like', pattern })) }
    case '<':
    case '>':
    case '<=':
    case '>=':
      return where
  }
}
