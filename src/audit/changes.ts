import diff from 'microdiff'

/** One difference between two states. `from` is absent when the member was added, `to` when it was removed. */
export type StateChange = { readonly path: string; readonly from?: unknown; readonly to?: unknown }

/** A folded state as plain JSON: maps become objects, sets become arrays. */
export const plainState = (state: unknown): unknown =>
  state === undefined
    ? null
    : JSON.parse(
        JSON.stringify(state, (_, value) =>
          value instanceof Map ? Object.fromEntries(value) : value instanceof Set ? [...value] : value,
        ),
      )

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What changed between two states, member by member, sorted by path. */
export const changesBetween = (before: unknown, after: unknown): readonly StateChange[] => {
  const [from, to] = [plainState(before), plainState(after)]
  if (!isObject(from) || !isObject(to)) return from === to ? [] : [{ path: '', from, to }]
  return diff(from, to)
    .map(change => ({
      path: change.path.join('.'),
      ...('oldValue' in change ? { from: change.oldValue } : {}),
      ...('value' in change ? { to: change.value } : {}),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}
