import { randomBytes, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import * as E from 'fp-ts/lib/Either.js'
import type { Command, Input, QueryOperation } from '../engine/operation.ts'
import { carriedOut } from '../engine/write/change.ts'
import type { Repeats, Work, WorkContext } from '../engine/write/execute.ts'
import type { Ports } from '../ports/ports.ts'
import type { EndcapContext, EndcapMiddleware } from './context.ts'
import type { Positions } from './position.ts'
import { originOf } from './request/origin.ts'
import { isFromOtherSite } from './request/other-site.ts'
import { type HttpResponse, respond } from './response/http-response.ts'
import { inPart } from './response/ranges.ts'
import { type Refusal, refuse } from './response/refuse.ts'
import { responseOf } from './response/response-of.ts'
import { addressOf } from './security/client-address.ts'

export type RunDeps = {
  readonly ports: Ports
  readonly newWork: (context: WorkContext) => Work
  readonly positions: Positions
  /** Hosts, in lower case, that links may use (HTTP-9). */
  readonly trustedHosts: ReadonlySet<string>
  /** Proxies in front of the service that are trusted to name the client (HTTP-9). */
  readonly proxies: number
}

/** What a run of a command draws its ids and bytes from. */
export type Ids = Pick<Input<unknown, unknown, unknown>, 'newIds' | 'randomBytes'> & {
  readonly commandId: string
  /** Set under an Idempotency-Key. */
  readonly repeats?: Repeats
}

/** The result of a command; `kept` is the response to a repeated request (HTTP-21). */
export type Ran = { readonly response: HttpResponse; readonly kept: HttpResponse }

const noFiles = Object.freeze({})
const nothingNew: Readonly<Record<string, number>> = {}
const drawsNothing = { newIds: nothingNew, randomBytes }

const inputOf = (
  ctx: EndcapContext,
  { newIds, randomBytes }: Pick<Ids, 'newIds' | 'randomBytes'>,
  deps: RunDeps,
): Input<unknown, unknown, unknown> => {
  const { state, req } = ctx
  return {
    params: state.params,
    query: state.query,
    body: state.body,
    caller: state.caller,
    newIds,
    randomBytes,
    ifMatch: state.ifMatch,
    lastEventId: ctx.get('last-event-id') || undefined,
    files: state.files ?? noFiles,
    origin: originOf(req.headers, deps.trustedHosts, deps.ports.config.publicUrl),
    client: () => `${addressOf(req, deps.proxies)} ${ctx.get('user-agent')}`,
    cookie: name => ctx.cookies.get(name),
    isFromOtherSite: () => isFromOtherSite(req.headers, deps.ports.config.publicUrl),
    gone: () => goneOf(ctx.res),
    prefers: (...media) => ctx.accepts(...media) || undefined,
  }
}

/** Its listener is added only for operations that ask. */
const goneOf = (res: ServerResponse): AbortSignal => {
  const gone = new AbortController()
  const closed = () => {
    if (!res.writableFinished) gone.abort()
  }
  if (res.destroyed) closed()
  else res.once('close', closed)
  return gone.signal
}

/** Takes an id from each sequence that the operation names. */
export const takeIds = async (command: Command, ports: Pick<Ports, 'ids'>): Promise<Ids['newIds']> => {
  if (command.newIds === undefined) return nothingNew
  const ids: Record<string, number> = {}
  for (const [name, kind] of Object.entries(command.newIds)) ids[name] = await ports.ids.next(kind)
  return ids
}

/** Runs a command, then waits for the read models (HTTP-24). */
export const runCommand = async (
  ctx: EndcapContext,
  command: Command,
  ids: Ids,
  deps: RunDeps,
): Promise<Ran | Refusal> => {
  const { commandId, repeats } = ids
  const { caller, route, traceId, callerTraceId } = ctx.state
  const work = deps.newWork({
    actor: caller.id,
    operation: route!.row.operationId,
    commandId,
    correlationId: traceId,
    callerTraceId,
    causationId: commandId,
    ...(repeats ? { repeats } : {}),
  })
  const run = command.run(inputOf(ctx, ids, deps), work, deps.ports)
  const outcome = await ('reply' in run ? carriedOut(run, work, deps.ports.secrets) : run)
  await deps.positions.awaitWritten(ctx, work.lastPosition())
  if (E.isLeft(outcome)) return outcome.left
  const reply = outcome.right
  const response = responseOf(command, reply)
  const kept =
    command.replayed && 'body' in reply
      ? responseOf(command, { ...reply, body: command.replayed(reply.body) })
      : response
  return { response, kept }
}

/** Responds with the result of a command, run under new ids. */
export const runsCommand =
  (command: Command, deps: RunDeps): EndcapMiddleware =>
  async ctx => {
    const newIds = command.newIds === undefined ? nothingNew : await takeIds(command, deps.ports)
    const ran = await runCommand(ctx, command, { commandId: randomUUID(), newIds, randomBytes }, deps)
    return 'response' in ran ? respond(ctx, ran.response) : refuse(ctx, ran)
  }

/** Responds with the result of a query. */
export const runsQuery =
  (query: QueryOperation, deps: RunDeps): EndcapMiddleware =>
  async ctx => {
    const input = inputOf(ctx, drawsNothing, deps) as Input<unknown, unknown, undefined>
    const outcome = await query.run(input, deps.ports)
    if (E.isLeft(outcome)) return refuse(ctx, outcome.left)
    const reply = outcome.right
    const response = responseOf(query, reply)
    return respond(ctx, 'raw' in reply ? await inPart(ctx, reply, response) : response)
  }
