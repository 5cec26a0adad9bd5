import Koa from 'koa'
import type { Work, WorkContext } from '../engine/write/execute.ts'
import type { FindKey } from '../lookups/find-key.ts'
import type { Row } from '../operations/row.ts'
import type { Position } from '../ports/event-log.ts'
import type { Ports } from '../ports/ports.ts'
import type { EndcapContext, State } from './context.ts'
import { closeWhileDraining, refuseWhileDraining } from './draining.ts'
import type { Metrics } from './observe/metrics.ts'
import { countRequests, logRequests } from './observe/observe.ts'
import type { RequestLog } from './observe/request-log.ts'
import { trace } from './observe/trace.ts'
import { type Readiness, systemRows } from './pages/system.ts'
import { positions } from './position.ts'
import type { UploadFolders } from './request/upload-folders.ts'
import { conditionalGet } from './response/conditional.ts'
import { commonHeaders } from './response/headers.ts'
import { problems } from './response/problem.ts'
import { plainPath, refuseUnmatched, routerOf } from './router.ts'
import { routesOf } from './routes.ts'
import { idempotencyKeys } from './security/idempotency.ts'
import { type Limits, rateLimit } from './security/rate-limit.ts'

export type AppDeps = {
  readonly rows: readonly Row[]
  readonly ports: Ports
  readonly newWork: (context: WorkContext) => Work
  readonly findKey: FindKey
  readonly adminApiKey?: string | undefined
  /** Hosts (`name[:port]`) that links in answers may start with (decision 33). */
  readonly trustedHosts?: readonly string[]
  readonly rateLimit: Limits | 'off'
  readonly metrics: Metrics
  readonly uploads: UploadFolders
  readonly requestLog: RequestLog
  readonly version: string
  readonly readiness: () => Promise<Readiness>
  /** What the read models reflect now. */
  readonly startPosition: Position
}

export type HttpApp = {
  readonly koa: Koa<State, EndcapContext>
  /** From now on new requests get 503 and connections are closed after their answer. */
  drain(): void
  /** Exchanges counters and shows life to the other nodes; runs by itself every second. */
  tick(): Promise<void>
  /** Ends the app's timers. */
  stop(): void
}

/** The HTTP application: all rows, the documentation, health and metrics, behind one Koa app. */
export const createApp = (deps: AppDeps): HttpApp => {
  const { ports, metrics, newWork } = deps
  const { volatile } = ports.readModels
  let draining = false
  const reading = positions(ports.readModels, deps.startPosition)
  const trustedHosts = new Set(deps.trustedHosts?.map(host => host.toLowerCase()))
  const running = { ports, newWork, positions: reading, trustedHosts }
  const idempotency = idempotencyKeys(running, volatile)
  const limit = deps.rateLimit === 'off' ? undefined : rateLimit(deps.rateLimit, ports.clock, volatile)
  const onError = (error: unknown): void => ports.logger.warn({ err: error }, 'a volatile row could not be exchanged')

  const rows = [
    ...deps.rows,
    ...systemRows({ rows: deps.rows, metrics, version: deps.version, readiness: deps.readiness }),
  ]
  const routes = routesOf(rows, {
    ...running,
    authenticate: {
      findKey: deps.findKey,
      secrets: ports.secrets,
      volatile,
      clock: ports.clock,
      adminApiKey: deps.adminApiKey,
      onError,
    },
    limit,
    idempotency,
    metrics,
    uploads: deps.uploads,
  })
  const { clock, logger } = ports
  const isDraining = () => draining
  const koa = new Koa<State, EndcapContext>()
  koa.on('error', error => ports.logger.warn({ err: error }, 'an answer could not be sent whole'))
  koa
    .use(trace)
    .use(logRequests(clock, deps.requestLog))
    .use(countRequests(clock, metrics.forOperation('none')))
    .use(closeWhileDraining(isDraining))
    .use(commonHeaders(reading.current))
    .use(problems(ports.config, logger))
    .use(refuseWhileDraining(isDraining))
    .use(conditionalGet)
    .use(plainPath)
    .use(routerOf(routes).routes())
    .use(refuseUnmatched)

  // never two at once: a slow store would be told the same counts twice
  let ticking: Promise<void> | undefined
  const tick = (): Promise<void> => {
    ticking ??= Promise.all([idempotency.beat(), limit?.exchange()])
      .then(() => undefined)
      .finally(() => {
        ticking = undefined
      })
    return ticking
  }
  const every = setInterval(() => tick().catch(onError), 1_000)
  every.unref()
  tick().catch(onError)
  return {
    koa,
    tick,
    drain: () => {
      draining = true
    },
    stop: () => {
      clearInterval(every)
      reading.stop()
    },
  }
}
