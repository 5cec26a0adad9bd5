import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { inUse, type Run, reused } from '../../domain/idempotency/idempotency.ts'
import { type Rejection, rejection } from '../../domain/shared/decider.ts'
import { sha256 } from '../../domain/shared/digest.ts'
import { isUndecided } from '../../domain/shared/undecided.ts'
import type { Command } from '../../engine/operation.ts'
import type { Work } from '../../engine/write/execute.ts'
import { levelOf, WrittenByNewer } from '../../ports/store-away.ts'
import type { EndcapContext, EndcapMiddleware } from '../context.ts'
import { type HttpResponse, respond } from '../response/http-response.ts'
import { refusedResponse } from '../response/problem.ts'
import { type Refusal, refuse } from '../response/refuse.ts'
import { type Ids, type Ran, type RunDeps, runCommand } from '../run-operation.ts'
import { drawnBytes } from './drawn-bytes.ts'
import { keptOf, replayed } from './kept-response.ts'
import { type RequestMark, requestMark } from './request-mark.ts'
import { type Begun, requestRecords } from './request-record.ts'
import { showingLife } from './showing-life.ts'

/** Milliseconds between the signs of life of a request that takes long. */
const lifeEveryMs = 2_000
const unreadable = rejection('invalid-request', 'Idempotency-Key must be 1 to 255 visible ASCII characters.')
const running: Refusal = { ...inUse, headers: { 'Retry-After': '1' } }

export type Idempotency = {
  /** Runs a POST, only once in 24 h for the same Idempotency-Key (HTTP-21). */
  middleware(command: Command): EndcapMiddleware
}

/** Idempotency-Key (HTTP-21, ADR 0034). A record is appended to the log first, so that no command runs twice after a crash. */
export const idempotencyKeys = (deps: RunDeps): Idempotency => {
  const { ports } = deps
  const records = requestRecords(ports, randomUUID())
  const runningHere = new Map<string, string>()

  const workOn = ({ state: { caller, route, traceId, callerTraceId } }: EndcapContext): Work => {
    const recordId = randomUUID()
    return deps.newWork({
      actor: caller.id,
      operation: route!.row.operationId,
      commandId: recordId,
      correlationId: traceId,
      callerTraceId,
      causationId: recordId,
    })
  }

  /** The response to keep for repeats and the one for this caller: usually the own one, else that of the run that took over. */
  const kept = async (work: Work, id: string, { run }: Begun, ran: Ran): Promise<HttpResponse | Refusal> => {
    const answer = keptOf(ran.kept, work.correlationId)
    if (answer === undefined) return ran.response
    const recorded = await records.keep(work, id, run, answer)
    if (E.isRight(recorded)) {
      if (recorded.right.status === 'answered') return replayed(recorded.right.answer)
      return recorded.right.status === 'taken-over' ? running : ran.response
    }
    // the caller gets its response anyway: a repeated request runs under the same ids
    ports.logger.warn({ code: recorded.left.code }, 'a response could not be stored for repeated requests')
    return ran.response
  }

  /** Whether a run still holds the request; if that cannot be read, it appends nothing, and a repeat will find out. */
  const holds = async (work: Work, id: string, own: Run): Promise<E.Either<Rejection, unknown>> => {
    try {
      return (await records.isHeld(work, id, own)) ? E.right(own) : E.left(inUse)
    } catch (error) {
      ports.logger[levelOf(error, 'warn')]({ err: error }, 'the record of a running request could not be read')
      return E.left(inUse)
    }
  }

  /** Runs the command. A refusal says that the outcome is not known yet; it is not the answer to repeats. */
  const run = async (
    ctx: EndcapContext,
    command: Command,
    work: Work,
    id: string,
    begun: Begun,
  ): Promise<Ran | Refusal> => {
    const { commandId } = begun.run
    const ids: Ids = {
      commandId,
      newIds: begun.newIds,
      randomBytes: drawnBytes(ports.secrets, commandId, keyIn(ctx) ?? ''),
      repeats: {
        mayHaveRun: begun.isRepeat,
        since: begun.since,
        holds: () => holds(work, id, begun.run),
      },
    }
    const outcome = await showingLife(
      { everyMs: lifeEveryMs, show: () => records.showLife(work, id, begun.run), logger: ports.logger },
      () => runCommand(ctx, command, ids, deps),
    )
    if ('response' in outcome) return outcome
    if (isUndecided(outcome)) return outcome.code === inUse.code ? running : outcome
    return sameTwice(refusedResponse(outcome, ctx, ports.config.publicUrl))
  }

  /** Leaves a request that only a newer release can run to its nodes. If the log is away, they wait until this one seems silent. */
  const leftToNewer = async (work: Work, id: string, own: Run, error: unknown): Promise<never> => {
    if (error instanceof WrittenByNewer)
      await records.giveBack(work, id, own).catch(failed => {
        ports.logger[levelOf(failed, 'warn')]({ err: failed }, 'a request could not be left to a newer release')
      })
    throw error
  }

  const once = async (ctx: EndcapContext, command: Command, id: string, mark: RequestMark): Promise<void> => {
    const work = workOn(ctx)
    const begun = await records.begin(work, id, command, mark)
    if (E.isLeft(begun)) return refuse(ctx, begun.left.code === inUse.code ? running : begun.left)
    if (begun.right.status === 'answered') {
      // another node may have run it: its events come before its answer (HTTP-24)
      await deps.positions.awaitWritten(ctx, work.lastPosition())
      return respond(ctx, replayed(begun.right.answer))
    }
    const { run: own } = begun.right
    const ran = await run(ctx, command, work, id, begun.right).catch(error => leftToNewer(work, id, own, error))
    if (!('response' in ran)) return refuse(ctx, ran)
    const response = await kept(work, id, begun.right, ran)
    return 'code' in response ? refuse(ctx, response) : respond(ctx, response)
  }

  const guarded = async (ctx: EndcapContext, command: Command, id: string, key: string): Promise<void> => {
    const mark = requestMark(ports.secrets, key, ctx)
    const other = runningHere.get(id)
    if (other !== undefined) return refuse(ctx, other === mark.digest ? running : reused)
    runningHere.set(id, mark.digest)
    try {
      await once(ctx, command, id, mark)
    } finally {
      runningHere.delete(id)
    }
  }

  return {
    middleware: command => (ctx, next) => {
      const key = keyIn(ctx)
      if (key === undefined) return next()
      if (!/^[\x21-\x7e]{1,255}$/.test(key)) return refuse(ctx, unreadable)
      return guarded(ctx, command, sha256([ctx.state.caller.id, ctx.method, ctx.path, key].join('\n')), key)
    },
  }
}

/** The key as sent; several in one request are none that can be read. */
const keyIn = ({ req }: EndcapContext): string | undefined => {
  const key = req.headers['idempotency-key']
  return Array.isArray(key) ? '' : key
}

const sameTwice = (response: HttpResponse): Ran => ({ response, kept: response })
