import diff from 'microdiff'
import { Sharing } from '../domain/shared/value-bytes.ts'

/** One difference between two states. `from` is absent when the member was added, `to` when it was removed. */
export type StateChange = { readonly path: string; readonly from?: unknown; readonly to?: unknown }

/** A folded state as plain JSON: maps and trees become objects, sets become arrays. */
export const plainState = (state: unknown): unknown =>
  state === undefined
    ? null
    : JSON.parse(
        JSON.stringify(state, (_, value) =>
          value instanceof Map ? Object.fromEntries(value) : value instanceof Set ? [...value] : value,
        ),
      )

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isPlain = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && Object.getPrototypeOf(value) === Object.prototype

/** A state with null in place of the objects that are the same in another state, however large they are. */
export const withoutSame = (state: unknown, other: unknown): unknown => {
  if (!isPlain(state) || !isPlain(other)) return state
  return Object.fromEntries(
    Object.entries(state).map(([name, member]) => {
      const isSame = isObject(member) && member === other[name]
      return [name, isSame ? null : withoutSame(member, other[name])]
    }),
  )
}

/** A state without what its members share with those of another state: of a large tree, only the names that were set since. */
const unshared = (state: unknown, other: unknown): unknown => {
  if (!isObject(state) || !isObject(other)) return state
  const own = Object.entries(state).flatMap(([name, member]) => {
    const before = other[name]
    return member instanceof Sharing && before instanceof Sharing ? [[name, member.changedFrom(before)]] : []
  })
  return own.length === 0 ? state : { ...state, ...Object.fromEntries(own) }
}

/** The same without prototypes: microdiff takes inherited members, such as `constructor`, for members of an object. */
const withoutPrototypes = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutPrototypes)
  if (!isObject(value)) return value
  const copy: Record<string, unknown> = Object.create(null)
  for (const [name, member] of Object.entries(value)) copy[name] = withoutPrototypes(member)
  return copy
}

const withPrototypes = (value: unknown): unknown => (isObject(value) ? JSON.parse(JSON.stringify(value)) : value)

/** What changed between two states, member by member, sorted by path. `part`: the part of a plain state that is compared. */
export const changesBetween = (
  before: unknown,
  after: unknown,
  part: (plain: unknown) => unknown = plain => plain,
): readonly StateChange[] => {
  const [from, to] = [part(plainState(unshared(before, after))), part(plainState(unshared(after, before)))]
  if (!isObject(from) || !isObject(to)) return from === to ? [] : [{ path: '', from, to }]
  return diff(withoutPrototypes(from) as Record<string, unknown>, withoutPrototypes(to) as Record<string, unknown>)
    .map(change => ({
      path: change.path.join('.'),
      ...('oldValue' in change ? { from: withPrototypes(change.oldValue) } : {}),
      ...('value' in change ? { to: withPrototypes(change.value) } : {}),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}
