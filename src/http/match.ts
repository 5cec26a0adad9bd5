import type { Method } from '../operation.ts'

type Node<T> = {
  readonly literals: Map<string, Node<T>>
  parameter: Node<T> | undefined
  /** `*rest`: what is left of the path. */
  readonly rest: Map<Method, T>
  readonly here: Map<Method, T>
}

/** A route, and the values of its path parameters, decoded, in the order of the path. */
export type Match<T> = { readonly found: T; readonly values: readonly string[] }
export type Matcher<T> = {
  /** Undefined: no route answers this method at this path. */
  find(method: string, segments: readonly string[]): Match<T> | undefined
  /** Methods that the path answers to; none: there is no such path. HEAD comes with GET. */
  allowed(segments: readonly string[]): readonly string[]
}

const node = <T>(): Node<T> => ({ literals: new Map(), parameter: undefined, rest: new Map(), here: new Map() })

/** `/a/b/` → `['a', 'b']`: both slash forms are one path (decision 10). Undefined: a percent sign that encodes nothing. */
export const segmentsOf = (path: string): readonly string[] | undefined => {
  const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length
  const segments = path.slice(1, end).split('/')
  if (!path.includes('%')) return segments
  try {
    return segments.map(decodeURIComponent)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

const insert = <T>(root: Node<T>, method: Method, path: string, value: T): void => {
  let at = root
  for (const segment of segmentsOf(path) ?? []) {
    if (segment.startsWith('*')) {
      put(at.rest, method, path, value)
      return
    }
    if (segment.startsWith(':')) at = at.parameter ??= node<T>()
    else {
      const next: Node<T> = at.literals.get(segment) ?? node()
      at.literals.set(segment, next)
      at = next
    }
  }
  put(at.here, method, path, value)
}

const put = <T>(rows: Map<Method, T>, method: Method, path: string, value: T): void => {
  if (rows.has(method)) throw new Error(`two operations answer ${method} ${path}`)
  rows.set(method, value)
}

/** Every node that the path can end at, literals before parameters before the rest; stops where `visit` says true. */
const walk = <T>(
  at: Node<T>,
  segments: readonly string[],
  i: number,
  values: string[],
  visit: (rows: Map<Method, T>) => boolean,
): boolean => {
  const segment = segments[i]
  if (segment === undefined) return at.here.size > 0 && visit(at.here)
  const literal = at.literals.get(segment)
  if (literal && walk(literal, segments, i + 1, values, visit)) return true
  const depth = values.length
  if (at.parameter && segment !== '') {
    values.push(segment)
    if (walk(at.parameter, segments, i + 1, values, visit)) return true
    values.length = depth
  }
  if (at.rest.size === 0) return false
  values.push(segments.slice(i).join('/'))
  if (visit(at.rest)) return true
  values.length = depth
  return false
}

/**
 * Finds routes by a tree of path segments: a fixed word wins over a parameter wherever it leads to a route of that method.
 * About 0.5 µs whatever the number of routes.
 */
export const matcher = <T>(routes: readonly { method: Method; path: string; value: T }[]): Matcher<T> => {
  const root = node<T>()
  for (const { method, path, value } of routes) insert(root, method, path, value)
  return {
    find(method, segments) {
      const wanted = (method === 'HEAD' ? 'GET' : method) as Method
      const values: string[] = []
      let found: T | undefined
      walk(root, segments, 0, values, rows => {
        found = rows.get(wanted)
        return found !== undefined
      })
      return found === undefined ? undefined : { found, values }
    },
    allowed(segments) {
      const methods = new Set<string>()
      walk(root, segments, 0, [], rows => {
        for (const method of rows.keys()) methods.add(method)
        return false
      })
      if (methods.has('GET')) methods.add('HEAD')
      return [...methods].sort()
    },
  }
}
