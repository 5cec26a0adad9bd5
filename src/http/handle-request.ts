import { parse } from 'node:querystring'
import type Koa from 'koa'
import type { Ports } from '../ports/ports.ts'
import { type Answer, type Exchange, nobody, type Refusal, type Route, refusal } from './exchange.ts'
import { isEncoded, type Matcher } from './match.ts'
import type { OperationMeasures } from './observe/metrics.ts'
import type { RequestLog } from './observe/request-log.ts'
import { traceIdOf } from './observe/trace.ts'
import { failureAnswer, problemAnswer } from './response/problem.ts'
import { send } from './response/send.ts'

export type ServeDeps = {
  readonly routes: Matcher<Route>
  readonly ports: Ports
  /** Value of Endcap-Position for answers that wrote nothing. */
  position(): string
  draining(): boolean
  readonly requestLog: RequestLog
  /** Counts requests that no route answered. */
  readonly unmatched: OperationMeasures
}

const routeNotFound = refusal('route-not-found', 'No operation has this path.')
const malformedPath = refusal('invalid-request', 'The path is not percent-encoded correctly.')
const draining: Refusal = { ...refusal('draining', 'The node is stopping.'), headers: { 'Retry-After': '1' } }
const noQuery: Exchange['query'] = Object.freeze({})
const none: readonly string[] = []
const noFiles = Object.freeze({})

const exchangeOf = (ctx: Koa.Context, startedAt: number): Exchange => {
  const url = ctx.req.url ?? '/'
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  return {
    ctx,
    startedAt,
    traceId: traceIdOf(ctx.req.headers.traceparent as string | undefined),
    method: ctx.req.method ?? 'GET',
    path: path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path,
    query: mark < 0 || mark === url.length - 1 ? noQuery : parse(url.slice(mark + 1)),
    route: undefined,
    pathValues: none,
    caller: nobody,
    params: noFiles,
    input: { query: noFiles, body: undefined },
    sentBody: undefined,
    files: noFiles,
    fileHashes: noFiles,
    ifMatch: undefined,
    headers: {},
    answer: undefined,
    cleanUp: undefined,
  }
}

/** Finds the route: 404 when the path is unknown, 405 with Allow when it does not take the method (decision 2). */
const route = (x: Exchange, routes: Matcher<Route>): Refusal | undefined => {
  if (!isEncoded(x.path)) return malformedPath
  const match = routes.find(x.method, x.path)
  if (match) {
    x.route = match.found
    x.pathValues = match.values
    return undefined
  }
  const allowed = routes.allowed(x.path)
  if (allowed.length === 0) return routeNotFound
  const Allow = allowed.join(', ')
  const instance = routes.at(x.path)?.template ?? '/'
  return { ...refusal('method-not-allowed', `The path takes ${Allow}.`), headers: { Allow }, instance }
}

const stepsThrough = async (x: Exchange, deps: ServeDeps): Promise<Refusal | undefined> => {
  const refused = deps.draining() ? draining : route(x, deps.routes)
  if (refused) return refused
  for (const step of x.route!.steps) {
    const result = step(x)
    // most steps are done at once; waiting for them all the same would cost a turn of the loop each
    const refusal = result instanceof Promise ? await result : result
    if (refusal) return refusal
  }
  return undefined
}

const answered = async (x: Exchange, deps: ServeDeps): Promise<Answer> => {
  const { ports } = deps
  try {
    const refusal = await stepsThrough(x, deps)
    if (refusal) return problemAnswer(refusal, x, ports.config.publicUrl)
    if (x.answer === undefined) throw new Error(`${x.route?.row.operationId} gave no answer`)
    return x.answer
  } catch (error) {
    return failureAnswer(error, x, ports.config.publicUrl, ports.logger)
  } finally {
    if (x.cleanUp) await x.cleanUp()
  }
}

/** The one middleware that matters: takes a request through the steps of its route, answers, logs and counts it. */
export const serve =
  (deps: ServeDeps): Koa.Middleware =>
  async ctx => {
    const { clock } = deps.ports
    const x = exchangeOf(ctx, clock.monotonic())
    const answer = await answered(x, deps)
    const status = send(x, answer, deps.position(), deps.draining())
    const milliseconds = clock.monotonic() - x.startedAt
    ;(x.route?.measures ?? deps.unmatched).answered(status, milliseconds)
    deps.requestLog(x, status, milliseconds)
  }
