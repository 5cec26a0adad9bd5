/** Paths that are printed of a difference: enough to see what it is about. */
const most = 100

const isObject = (u: unknown): u is Readonly<Record<string, unknown>> => typeof u === 'object' && u !== null

const differing = (before: unknown, after: unknown, at: string): readonly string[] => {
  if (Object.is(before, after)) return []
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) return [`changed ${at}`]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap(name => {
    const place = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (!Object.hasOwn(before, name)) return [`added ${place}`]
    return Object.hasOwn(after, name) ? differing(before[name], after[name], place) : [`removed ${place}`]
  })
}

/** Where two JSON values differ, a line for each place as a JSON pointer, at most 100; empty if they are equal. */
export const changedPaths = (before: unknown, after: unknown): readonly string[] => {
  const paths = differing(before, after, '')
  return paths.length <= most ? paths : [...paths.slice(0, most), `and ${paths.length - most} more`]
}
