import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { type IdempotencyState, idempotency, inUse, isOver, reused } from '../../domain/idempotency/idempotency.ts'
import { rejection } from '../../domain/shared/decider.ts'
import { digestOf, sha256 } from '../../domain/shared/digest.ts'
import type { Command } from '../../engine/operation.ts'
import type { Work } from '../../engine/write/execute.ts'
import type { ReadModels } from '../../ports/read-models.ts'
import type { EndcapContext, EndcapMiddleware } from '../context.ts'
import { type HttpResponse, respond } from '../response/http-response.ts'
import { problemResponse } from '../response/problem.ts'
import { type Refusal, refuse } from '../response/refuse.ts'
import { type Ran, type RunDeps, runCommand, takeIds } from '../run-operation.ts'
import { keptOf, replayed } from './kept-response.ts'

/** Seconds without a heartbeat after which a worker counts as gone; it sends one every second. */
const workerTtlSeconds = 5
const unreadable = rejection('invalid-request', 'Idempotency-Key must be 1 to 255 visible ASCII characters.')
const running: Refusal = { ...inUse, headers: { 'Retry-After': '1' } }

const hashOfRequest = ({ request, query, state }: EndcapContext): string =>
  digestOf({ body: request.body ?? null, query, files: state.fileHashes ?? {} })

export type Idempotency = {
  /** Runs a POST, only once in 24 h for the same Idempotency-Key (HTTP-21). */
  middleware(command: Command): EndcapMiddleware
  /** Signals to the other nodes that this one is alive; called every second. */
  beat(): Promise<void>
}

/** Idempotency-Key (HTTP-21). A record is appended to the log first, so that no command runs twice after a crash. */
export const idempotencyKeys = (deps: RunDeps, volatile: ReadModels['volatile']): Idempotency => {
  const worker = randomUUID()
  const { ports } = deps
  const runningHere = new Map<string, string>()
  const now = (): string => ports.clock.now().toISOString()
  const lifeOf = (id: string): string => `idempotency-worker:${id}`

  /** The worker of an unanswered record, if that worker is gone. */
  const deadWorker = async (state: IdempotencyState): Promise<string | undefined> => {
    if (state.status !== 'accepted') return undefined
    if (state.worker === worker) return worker
    const [life] = await volatile.get([lifeOf(state.worker)])
    return life === undefined ? state.worker : undefined
  }

  const begin = async (command: Command, work: Work, id: string, bodyHash: string) => {
    const { state } = await work.load(idempotency, id)
    const newIds = isOver(state, now()) ? await takeIds(command, ports) : {}
    const takeOverFrom = await deadWorker(state)
    const accepted = await work.execute(idempotency, id, {
      kind: 'AcceptCommand',
      bodyHash,
      commandId: randomUUID(),
      newIds,
      worker,
      at: now(),
      takeOverFrom,
    })
    return { accepted, mayHaveRun: takeOverFrom !== undefined }
  }

  const keep = async (work: Work, id: string, commandId: string, response: HttpResponse): Promise<void> => {
    const kept = keptOf(response)
    if (kept === undefined) return
    const recorded = await work.execute(idempotency, id, { kind: 'AnswerCommand', commandId, answer: kept, at: now() })
    // the caller gets its response anyway: a repeated request runs under the same ids
    if (E.isLeft(recorded))
      ports.logger.warn({ code: recorded.left.code }, 'a response could not be stored for repeated requests')
  }

  const once = async (ctx: EndcapContext, command: Command, id: string, bodyHash: string): Promise<void> => {
    const { caller, route, traceId } = ctx.state
    const recordId = randomUUID()
    const work = deps.newWork({
      actor: caller.id,
      operation: route!.row.operationId,
      commandId: recordId,
      correlationId: traceId,
      causationId: recordId,
    })
    const { accepted, mayHaveRun } = await begin(command, work, id, bodyHash)
    if (E.isLeft(accepted)) return refuse(ctx, accepted.left.code === inUse.code ? running : accepted.left)
    const { state } = accepted.right
    if (state.status === 'answered') return respond(ctx, replayed(state.answer))
    if (state.status === 'absent') throw new Error('an accepted request has no record')
    const { commandId, newIds } = state
    const outcome = await runCommand(ctx, command, { commandId, newIds, mayHaveRun }, deps)
    const ran: Ran = 'response' in outcome ? outcome : sameTwice(problemResponse(outcome, ctx, ports.config.publicUrl))
    await keep(work, id, commandId, ran.kept)
    respond(ctx, ran.response)
  }

  const guarded = async (ctx: EndcapContext, command: Command, id: string): Promise<void> => {
    const bodyHash = hashOfRequest(ctx)
    const other = runningHere.get(id)
    if (other !== undefined) return refuse(ctx, other === bodyHash ? running : reused)
    runningHere.set(id, bodyHash)
    try {
      await once(ctx, command, id, bodyHash)
    } finally {
      runningHere.delete(id)
    }
  }

  return {
    middleware: command => (ctx, next) => {
      const key = ctx.req.headers['idempotency-key']
      if (key === undefined) return next()
      if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) return refuse(ctx, unreadable)
      return guarded(ctx, command, sha256([ctx.state.caller.id, ctx.method, ctx.path, key].join('\n')))
    },
    beat: () => volatile.set(lifeOf(worker), 'alive', workerTtlSeconds),
  }
}

const sameTwice = (response: HttpResponse): Ran => ({ response, kept: response })
