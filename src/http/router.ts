import Router, { type Layer } from '@koa/router'
import compose from 'koa-compose'
import { withoutStrayPercent } from '../domain/assets/library-paths.ts'
import type { Row } from '../operations/row.ts'
import type { Check, EndcapContext, EndcapMiddleware, State } from './context.ts'
import { nearestPath } from './nearest-path.ts'
import { refusal, refuse } from './response/refuse.ts'

/** A row and its middleware. */
export type Routed = { readonly row: Row; readonly middleware: readonly EndcapMiddleware[] }

const routeNotFound = (meant: string | undefined) =>
  refusal('route-not-found', `No operation has this path.${meant === undefined ? '' : ` Did you mean ${meant}?`}`)
const brokenEncoding = 'has a % that no two hexadecimal digits follow, or bytes that are not UTF-8; write %25 for a %'
const malformedPath = refusal('invalid-request', `The path ${brokenEncoding}.`, {
  errors: [{ pointer: '/path', code: 'invalid', detail: brokenEncoding }],
})

// segment by segment: a fixed word, then a parameter, then the rest of the path
const kindOf = (segment: string): string => (segment.startsWith('*') ? '2' : segment.startsWith(':') ? '1' : '0')
const specificity = (path: string): string => path.split('/').map(kindOf).join('')
const bySpecificity = (a: Routed, b: Routed): number => (specificity(a.row.path) < specificity(b.row.path) ? -1 : 1)

/** The path with its parameters as documentation writes them: `/v2/accounts/{accountId}`. */
export const templateOf = (path: string): string => path.replace(/[:*]([A-Za-z0-9_]+)/g, '{$1}')

const refuseTwins = (routes: readonly Routed[]): void => {
  const seen = new Set<string>()
  for (const { row } of routes) {
    const shape = `${row.method} ${row.path.replace(/[:*][^/]+/g, m => m[0] ?? '')}`
    if (seen.has(shape)) throw new Error(`two operations answer ${row.method} ${row.path}`)
    seen.add(shape)
  }
}

/** Runs the route of a request. The first match wins, so fixed words are registered before parameters. */
export const routing = (routes: readonly Routed[]): EndcapMiddleware => {
  refuseTwins(routes)
  const router = new Router<State>({ sensitive: true })
  // composed once: the router would do so for each request
  for (const { row, middleware } of [...routes].sort(bySpecificity)) {
    const layer = router.register(row.path, [row.method], compose([...middleware]), { name: row.operationId })
    // HEAD is safe (RFC 9110, 9.2.1): it must not run a command
    if (row.operation.kind === 'command') layer.methods = [row.method]
  }
  return dispatching(router, shortlisted(router.stack))
}

/**
 * As the router's own dispatch, which composes the middleware of a route again for each request (ADR 0094). Instrumentations
 * find the router by its name.
 */
const dispatching = (router: Router<State>, match: Router<State>['match']): EndcapMiddleware =>
  Object.assign(
    ((ctx, next) => {
      const { path: matched, pathAndMethod } = match(ctx.path, ctx.method)
      const layer = pathAndMethod[0]
      ctx.matched = matched
      if (layer === undefined) return next()
      const params = layer.params(ctx.path, layer.captures(ctx.path))
      ctx.params = params
      ctx.request.params = params
      ctx.routerPath = String(layer.path)
      ctx._matchedRoute = layer.path
      ctx._matchedRouteName = layer.name
      return layer.stack[0]!(ctx, next)
    }) as EndcapMiddleware,
    { router },
  )

/** Ignores a trailing slash. */
const segmentsIn = (path: string): number => {
  let segments = path.length > 1 && path.endsWith('/') ? -1 : 0
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) segments++
  return segments
}

const mayHave = (segments: number, path: string): boolean =>
  path.includes('*') ? segments >= segmentsIn(path) : segments === segmentsIn(path)

/**
 * Instead of the router's `match`, which tries every route for each request. This one tries the routes with as many segments as
 * the path, and those with another method only if none matches (ADR 0025).
 */
const shortlisted = (layers: readonly Layer<State>[]): Router<State>['match'] => {
  const longest = Math.max(0, ...layers.map(({ path }) => segmentsIn(String(path))))
  const lists = Array.from({ length: longest + 1 }, (_, segments) =>
    layers.filter(({ path }) => mayHave(segments, String(path))),
  )
  return (path, method) => {
    // a path longer than every route can only match a route with a rest
    const list = lists[Math.min(segmentsIn(path), longest)]!
    const found = list.find(layer => layer.methods.includes(method) && layer.match(path))
    if (found !== undefined) return { path: [found], pathAndMethod: [found], route: true }
    return { path: list.filter(layer => layer.match(path)), pathAndMethod: [], route: false }
  }
}

/** The path; undefined if it is malformed. */
const pathOf = (ctx: EndcapContext): string | undefined => {
  try {
    // browsers send a percent sign in the name of a file as it is written
    const path = ctx.path.startsWith('/assets/') ? withoutStrayPercent(ctx.path) : ctx.path
    if (path.includes('%')) decodeURIComponent(path)
    return path
  } catch (error) {
    if (error instanceof URIError || (error as NodeJS.ErrnoException).code === 'ERR_INVALID_URL') return undefined
    throw error
  }
}

/** Refuses a path that is not percent-encoded correctly, and removes a trailing slash: both forms are the same path (HTTP-3). */
export const plainPath: Check = ctx => {
  const path = pathOf(ctx)
  if (path === undefined) return refuse(ctx, malformedPath)
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  if (plain !== ctx.path) ctx.path = plain
}

/** Refuses requests that match no route: 405 with Allow if the path takes other methods, else 404 (HTTP-12). */
export const refuseUnmatched = (paths: readonly string[]): EndcapMiddleware => {
  const meant = nearestPath([...new Set(paths.map(templateOf))])
  // named, so that its span has a name
  const unmatched: EndcapMiddleware = ctx => refuseWithMeant(ctx, meant)
  return unmatched
}

const refuseWithMeant = (ctx: EndcapContext, meant: (path: string) => string | undefined): never => {
  const [first, ...others] = ctx.matched ?? []
  if (first === undefined) return refuse(ctx, routeNotFound(meant(ctx.path)))
  const Allow = [...new Set([first, ...others].flatMap(({ methods }) => methods))].sort().join(', ')
  const instance = templateOf(String(first.path))
  return refuse(ctx, { ...refusal('method-not-allowed', `The path takes ${Allow}.`), headers: { Allow }, instance })
}
