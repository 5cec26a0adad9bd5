import { plain } from '../../../engine/read/criteria.ts'
import type { Key, Query } from '../../../ports/read-models.ts'
import type { Criteria, FieldName } from './documents.ts'
import { numbers, texts } from './where.ts'

export type Direction = 'forwards' | 'backwards'

/** Whether values ascend when the list is read in this direction. */
export const rises = (sort: Query['sort'], direction: Direction): boolean =>
  (sort?.descending ?? false) === (direction === 'backwards')

/**
 * Documents strictly beyond a key, by the field of the sort value (undefined: by id alone). Null sorts before numbers,
 * numbers before text; each of the server's comparisons matches one type only, hence the cases.
 */
export const beyond = (name: FieldName | undefined, key: Key, up: boolean): Criteria => {
  const id = { _id: { [up ? '$gt' : '$lt']: key.id } }
  if (name === undefined) return id
  const value = plain(key.value)
  const tie = { $and: [{ [name]: value }, id] }
  if (value === null) return up ? { $or: [{ [name]: { $ne: null } }, tie] } : tie
  const further = { [name]: { [up ? '$gt' : '$lt']: value } }
  // a bound on the whole filter lets the server start at the key
  if (typeof value === 'string' && up) return { $and: [{ [name]: { $gte: value } }, { $or: [further, tie] }] }
  if (typeof value === 'string') return { $or: [further, { [name]: numbers }, { [name]: null }, tie] }
  return { $or: [further, { [name]: up ? texts : null }, tie] }
}

/** Documents at the key or before it. */
export const upTo = (name: FieldName | undefined, key: Key, up: boolean): Criteria => {
  const same = { ...(name === undefined ? {} : { [name]: plain(key.value) }), _id: key.id }
  return { $or: [same, beyond(name, key, !up)] }
}
