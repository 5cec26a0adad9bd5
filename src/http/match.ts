import Router from '@koa/router'
import type { Method } from '../operations/row.ts'

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

/** A slash at the end counts for nothing. */
const segmentsIn = (path: string): number => {
  let segments = path.length > 1 && path.endsWith('/') ? -1 : 0
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) segments++
  return segments
}

/** Whether a path of so many segments may be the place's. */
const mayHave = (segments: number, { path }: Place<unknown>): boolean =>
  path.includes('*') ? segments >= segmentsIn(path) : segments === segmentsIn(path)

/**
 * Finds routes with @koa/router. Both slash forms are one path (decision 10), and a fixed word wins over a parameter. The router tries
 * one route after the other, so there is one for each number of segments, with the few routes that can match.
 */
export const matcher = <T>(places: readonly Place<T>[]): Matcher<T> => {
  refuseTwins(places)
  const sorted = [...places].sort(bySpecificity)
  const longest = Math.max(0, ...places.map(({ path }) => segmentsIn(path)))
  const values = new Map<unknown, T>()
  const routers = Array.from({ length: longest + 1 }, (_, segments) => {
    const router = new Router({ sensitive: true })
    for (const place of sorted.filter(one => mayHave(segments, one)))
      values.set(
        router.register(place.path, [place.method], () => undefined),
        place.value,
      )
    return router
  })
  // what is longer than every route can only be the rest of a path
  const routerOf = (path: string) => routers[Math.min(segmentsIn(path), longest)]!
  /** Every route that has the path, whatever its method. */
  const layersAt = (path: string) => routerOf(path).match(path, '').path
  return {
    find(method, path) {
      const layer = routerOf(path).match(path, method).pathAndMethod[0]
      const found = values.get(layer)
      if (layer === undefined || found === undefined) return undefined
      return { found, values: Object.values(layer.params(path, layer.captures(path))) }
    },
    at: path => values.get(layersAt(path)[0]),
    allowed: path => [...new Set(layersAt(path).flatMap(layer => layer.methods))].sort(),
  }
}
