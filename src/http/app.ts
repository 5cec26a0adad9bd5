import Koa from 'koa'
import type { Work, WorkContext } from '../engine/write/execute.ts'
import type { AccountExists } from '../lookups/account-exists.ts'
import type { FindKey } from '../lookups/find-key.ts'
import type { Row } from '../operations/row.ts'
import type { Position } from '../ports/event-log.ts'
import type { Ports } from '../ports/ports.ts'
import { openAdmission } from './admission/admission.ts'
import { answering } from './answering.ts'
import type { EndcapContext, EndcapMiddleware, State } from './context.ts'
import { startHeartbeat } from './heartbeat.ts'
import type { AccessLog } from './observe/access-log.ts'
import { connectionErrors } from './observe/connection-errors.ts'
import type { Metrics } from './observe/metrics.ts'
import { begun, observed } from './observe/observe.ts'
import type { RequestLog } from './observe/request-log.ts'
import { trace } from './observe/trace.ts'
import { type Readiness, systemRows } from './pages/system.ts'
import { positions } from './position.ts'
import type { UploadFolders } from './request/upload-folders.ts'
import { conditionalGet } from './response/conditional.ts'
import { commonHeaders } from './response/headers.ts'
import { inPieces } from './response/in-pieces.ts'
import { problems } from './response/problem.ts'
import { passToKoa, send } from './response/send.ts'
import { plainPath, refuseUnmatched, routing } from './router.ts'
import { type RouteDeps, routesOf } from './routes.ts'
import { type AddressLimits, addressLimit } from './security/address-limit.ts'
import { idempotencyKeys } from './security/idempotency.ts'
import type { Limits } from './security/rate-counts.ts'
import { rateLimit } from './security/rate-limit.ts'

export type AppDeps = {
  readonly rows: readonly Row[]
  readonly ports: Ports
  readonly newWork: (context: WorkContext) => Work
  readonly findKey: FindKey
  readonly accountExists: AccountExists
  readonly adminApiKey?: string | undefined
  /** Hosts (`name[:port]`) that links in responses may use (HTTP-9). */
  readonly trustedHosts?: readonly string[]
  readonly rateLimit: Limits | 'off'
  readonly addressLimit: AddressLimits | 'off'
  /** Proxies in front of the node that append to X-Forwarded-For. */
  readonly trustProxy: number
  readonly metrics: Metrics
  readonly uploads: UploadFolders
  /** Bytes of request bodies and unsent answers that the node holds at most (HTTP-20). */
  readonly inFlightBytes: number
  /** Bytes of uploads on its disk, if other than usual. */
  readonly uploadBytes?: number | undefined
  readonly requestLog: RequestLog
  readonly accessLog?: AccessLog | undefined
  readonly version: string
  readonly readiness: () => Promise<Readiness>
  /** The position that the read models have reached. */
  readonly startPosition: Position
  /** Makes a span of each request; undefined: nothing is traced. */
  readonly traced?: EndcapMiddleware | undefined
  /** The operator's middleware; it runs before the app's own, and may change what Koa is about to send. */
  readonly middleware?: readonly Koa.Middleware[]
}

export type HttpApp = {
  readonly koa: Koa<State, EndcapContext>
  /** From now on new requests get 503, and each connection closes after its response. */
  drain(): void
  /** Exchanges counters with the other nodes; also runs every second by itself. */
  tick(): Promise<void>
  /** Stops the app's timers. */
  stop(): void
}

/** The dependencies of the routes' middleware. */
const routeDepsOf = (deps: AppDeps, onError: (error: unknown) => void, isDraining: () => boolean): RouteDeps => {
  const { ports, newWork, findKey, accountExists, adminApiKey, metrics, uploads, inFlightBytes } = deps
  const { clock, logger, readModels, secrets } = ports
  const { volatile } = readModels
  const trustedHosts = new Set(deps.trustedHosts?.map(host => host.toLowerCase()))
  const running = {
    ports,
    newWork,
    positions: positions(ports.log, readModels, deps.startPosition),
    trustedHosts,
    proxies: deps.trustProxy,
  }
  const byAddress =
    deps.addressLimit === 'off'
      ? undefined
      : addressLimit(deps.addressLimit, { proxies: deps.trustProxy, clock, logger })
  return {
    ...running,
    authenticate: { findKey, secrets, volatile, clock, adminApiKey, limit: byAddress, onError },
    accountExists,
    addressLimit: byAddress,
    limit: deps.rateLimit === 'off' ? undefined : rateLimit(deps.rateLimit, clock, volatile),
    idempotency: idempotencyKeys(running),
    metrics,
    uploads,
    isDraining,
    admission: openAdmission(
      { bound: inFlightBytes, proxies: deps.trustProxy, uploadBound: deps.uploadBytes },
      metrics,
    ),
  }
}

/** The middleware of every request, in order. Middleware of a single route is registered with the route. */
const koaOf = (deps: AppDeps, routeDeps: RouteDeps): HttpApp['koa'] => {
  const { accessLog, metrics, ports, readiness, requestLog, rows, version } = deps
  const { clock, config, logger } = ports
  const all = [...rows, ...systemRows({ rows, metrics, version, readiness })]
  const koa = new Koa<State, EndcapContext>()
  koa.on('error', connectionErrors(logger))
  const inFront = deps.middleware ?? []
  for (const middleware of inFront) koa.use(middleware)
  koa.use(trace())
  if (deps.traced) koa.use(deps.traced)
  const { admission, isDraining, positions } = routeDeps
  const observers = { clock, requestLog, accessLog, unmatched: metrics.forOperation('none') }
  koa.use(
    answering({
      before: [begun(clock), plainPath],
      after: [conditionalGet, admission.answers],
      problem: problems(config, logger),
      last: [commonHeaders(positions.current, isDraining), inPieces, observed(observers)],
      send: inFront.length === 0 ? send : passToKoa,
    }),
  )
  for (const middleware of routing(routesOf(all, routeDeps))) koa.use(middleware)
  return koa.use(refuseUnmatched(all.map(({ path }) => path)))
}

/** The HTTP application: all operations, the documentation, health and metrics in one Koa app. */
export const createApp = (deps: AppDeps): HttpApp => {
  const onError = (error: unknown) =>
    deps.ports.logger.warn({ err: error }, 'volatile data could not be exchanged with the other nodes')
  let draining = false
  const routeDeps = routeDepsOf(deps, onError, () => draining)
  const { limit, positions } = routeDeps
  const koa = koaOf(deps, routeDeps)
  const heartbeat = startHeartbeat(limit ? [limit.exchange] : [], onError)
  return {
    koa,
    tick: heartbeat.beat,
    drain: () => {
      draining = true
    },
    stop: () => {
      heartbeat.stop()
      positions.stop()
    },
  }
}
