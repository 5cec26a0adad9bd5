import Router from '@koa/router'
import type { Method } from '../operation.ts'

/** A route, and the values of its path parameters, decoded, in the order of the path. */
export type Match<T> = { readonly found: T; readonly values: readonly string[] }
export type Matcher<T> = {
  /** Undefined: no route answers this method at this path. HEAD comes with GET. */
  find(method: string, path: string): Match<T> | undefined
  /** Methods that the path answers to; none: there is no such path. */
  allowed(path: string): readonly string[]
  /** The most specific route of a path, whatever its method. */
  at(path: string): T | undefined
}

type Place<T> = { readonly method: Method; readonly path: string; readonly value: T }

/** Whether a path is percent-encoded correctly. */
export const isEncoded = (path: string): boolean => {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}

// a fixed word before a parameter before the rest of the path, segment by segment
const kindOf = (segment: string): string => (segment.startsWith('*') ? '2' : segment.startsWith(':') ? '1' : '0')
const specificity = (path: string): string => path.split('/').map(kindOf).join('')
const bySpecificity = (a: { readonly path: string }, b: { readonly path: string }): number =>
  specificity(a.path) < specificity(b.path) ? -1 : 1

const refuseTwins = (places: readonly Place<unknown>[]): void => {
  const seen = new Set<string>()
  for (const { method, path } of places) {
    const shape = `${method} ${path.replace(/[:*][^/]+/g, m => m[0] ?? '')}`
    if (seen.has(shape)) throw new Error(`two operations answer ${method} ${path}`)
    seen.add(shape)
  }
}

/** Finds routes with @koa/router. Both slash forms are one path (decision 10), and a fixed word wins over a parameter. */
export const matcher = <T>(places: readonly Place<T>[]): Matcher<T> => {
  refuseTwins(places)
  const router = new Router({ sensitive: true })
  const values = new Map<unknown, T>()
  for (const { method, path, value } of [...places].sort(bySpecificity))
    values.set(
      router.register(path, [method], () => undefined),
      value,
    )
  return {
    find(method, path) {
      const layer = router.match(path, method).pathAndMethod[0]
      const found = values.get(layer)
      if (layer === undefined || found === undefined) return undefined
      return { found, values: Object.values(layer.params(path, layer.captures(path))) }
    },
    at: path => values.get(router.match(path, '').path[0]),
    allowed: path => [...new Set(router.match(path, '').path.flatMap(layer => layer.methods))].sort(),
  }
}
