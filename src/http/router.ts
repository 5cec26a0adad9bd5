import Router from '@koa/router'
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

/** The word after the id in `/v2/accounts/:accountId/campaigns`: by it, routes are in one router or another. */
const wordOf = (path: string): string => {
  const segment = path.split('/')[4] ?? ''
  return kindOf(segment) === '0' ? segment : ''
}

/** The routes of one word as a router. The first match wins, so fixed words are registered before parameters. */
const routerOf = (routes: readonly Routed[]): Router<State> => {
  const router = new Router<State>({ sensitive: true })
  for (const { row, middleware } of [...routes].sort(bySpecificity)) {
    // one middleware, composed once: the router composes those of a route for each request
    const layer = router.register(row.path, [row.method], compose([...middleware]), { name: row.operationId })
    // HEAD is safe (RFC 9110, 9.2.1): it must not run a command
    if (row.operation.kind === 'command') layer.methods = [row.method]
  }
  return router
}

/**
 * Runs the route of a request. A router tries each of its routes, so each is asked only about paths that contain its word; the one
 * of all other paths comes last. Instrumentations find the routers by their name.
 */
export const routing = (routes: readonly Routed[]): readonly EndcapMiddleware[] => {
  refuseTwins(routes)
  const groups = Map.groupBy(routes, ({ row }) => wordOf(row.path))
  const words = [...groups.keys()].filter(word => word !== '')
  const ofWords = words.map(word => {
    const [part, dispatch] = [`/${word}`, routerOf(groups.get(word) ?? []).routes()]
    const middleware: EndcapMiddleware = (ctx, next) => (ctx.path.includes(part) ? dispatch(ctx, next) : next())
    return Object.assign(middleware, { router: dispatch.router })
  })
  return [...ofWords, routerOf(groups.get('') ?? []).routes()]
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
