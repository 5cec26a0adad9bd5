import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { idempotency, inUse, reused, standing } from '../../domain/idempotency/idempotency.ts'
import { rejection, streamOf } from '../../domain/shared/decider.ts'
import { sha256 } from '../../domain/shared/digest.ts'
import { isUndecided } from '../../domain/shared/undecided.ts'
import { leasesIn } from '../../engine/leases.ts'
import type { Command } from '../../engine/operation.ts'
import type { Work } from '../../engine/write/execute.ts'
import { timeOf } from '../../ports/clock.ts'
import type { Position } from '../../ports/event-log.ts'
import type { EndcapContext, EndcapMiddleware } from '../context.ts'
import { type HttpResponse, respond } from '../response/http-response.ts'
import { refusedResponse } from '../response/problem.ts'
import { type Refusal, refuse } from '../response/refuse.ts'
import { type Ids, type Ran, type RunDeps, runCommand, takeIds } from '../run-operation.ts'
import { drawnBytes } from './drawn-bytes.ts'
import { keptOf, replayed } from './kept-response.ts'
import { requestMark } from './request-mark.ts'
import { leaseMs, type RunningRequest, runningRequest } from './running-request.ts'

const unreadable = rejection('invalid-request', 'Idempotency-Key must be 1 to 255 visible ASCII characters.')
const running: Refusal = { ...inUse, headers: { 'Retry-After': '1' } }

export type Idempotency = {
  /** Runs a POST, only once in 24 h for the same Idempotency-Key (HTTP-21). */
  middleware(command: Command): EndcapMiddleware
}

/**
 * Idempotency-Key (HTTP-21, ADR 0034). Before the command, its id and what it draws are recorded in the stream of the key; after it, its answer.
 * A run that finds the record without an answer does the same command again, whose event ids tell what is done already.
 */
export const idempotencyKeys = (deps: RunDeps): Idempotency => {
  const { ports } = deps
  const leases = leasesIn(ports.readModels.leases, { clock: ports.clock, holder: randomUUID(), leaseMs })

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

  /** Position of the record of a command: the events of every run come later. */
  const acceptedAt = async (id: string): Promise<Position> => {
    const events = await ports.log.readStream(streamOf(idempotency, id))
    return events.findLast(({ type }) => type === 'CommandAccepted')?.position ?? 0n
  }

  /** The response to keep for repeats: that of the first run that has one. A refusal counts only while no other run can have done the command. */
  const kept = async (
    work: Work,
    id: string,
    commandId: string,
    request: RunningRequest,
    ran: Ran,
  ): Promise<HttpResponse | Refusal> => {
    const answer = keptOf(ran.kept, work.correlationId)
    if (answer === undefined) return ran.response
    if (answer.problem !== undefined && !(await request.renew())) return running
    const recorded = await work.execute(idempotency, id, {
      kind: 'AnswerCommand',
      ...{ commandId, answer, at: timeOf(ports) },
    })
    if (E.isLeft(recorded)) {
      // the caller gets its response anyway: a repeated request runs under the same ids
      ports.logger.warn({ code: recorded.left.code }, 'a response could not be stored for repeated requests')
      return ran.response
    }
    const { state, events } = recorded.right
    const isOfOther = events.length === 0 && state.status === 'answered' && state.commandId === commandId
    return isOfOther ? replayed(state.answer) : ran.response
  }

  /** Runs the command. A refusal says that the outcome is not known yet; it is not the answer to repeats. */
  const run = async (ctx: EndcapContext, command: Command, ids: Ids): Promise<Ran | Refusal> => {
    const outcome = await runCommand(ctx, command, ids, deps)
    if ('response' in outcome || isUndecided(outcome)) return outcome
    const response = refusedResponse(outcome, ctx, ports.config.publicUrl)
    return { response, kept: response }
  }

  const once = async (
    ctx: EndcapContext,
    command: Command,
    id: string,
    key: string,
  ): Promise<HttpResponse | Refusal> => {
    const work = workOn(ctx)
    const { kept: bodyHash, fits } = requestMark(ports.secrets, key, ctx)
    const asked = { at: timeOf(ports), fits }
    const { state: before } = await work.load(idempotency, id)
    const known = standing(before, asked)
    if (known === 'reused') return reused
    // another node may have run it: its events come before its answer (HTTP-24)
    const awaited = async () =>
      deps.positions.awaitWritten(ctx, (await ports.log.streamHead(streamOf(idempotency, id))).position)
    if (known === 'answered' && before.status === 'answered') {
      await awaited()
      return replayed(before.answer)
    }
    const request = await runningRequest(leases, `request-${id}`, ports)
    if (request === undefined) return running
    try {
      const drawn = known === 'new' ? await takeIds(command, ports) : {}
      const accept = { kind: 'AcceptCommand', ...asked, bodyHash, commandId: randomUUID(), newIds: drawn } as const
      const accepted = await work.execute(idempotency, id, accept)
      if (E.isLeft(accepted)) return accepted.left
      const { state, events, position } = accepted.right
      if (state.status === 'absent') throw new Error('an accepted request has no record')
      if (state.status === 'answered') {
        await awaited()
        return replayed(state.answer)
      }
      const { commandId, newIds } = state
      const isRepeat = events.length === 0
      const repeats = {
        mayHaveRun: () => isRepeat || request.mayBeElsewhere(),
        since: isRepeat ? await acceptedAt(id) : position,
      }
      const randomBytes = drawnBytes(ports.secrets, commandId, key)
      const ran = await run(ctx, command, { commandId, newIds, randomBytes, repeats })
      return 'response' in ran ? await kept(work, id, commandId, request, ran) : ran
    } finally {
      await request.end()
    }
  }

  return {
    middleware: command => async (ctx, next) => {
      const key = keyIn(ctx)
      if (key === undefined) return next()
      if (!/^[\x21-\x7e]{1,255}$/.test(key)) return refuse(ctx, unreadable)
      const id = sha256([ctx.state.caller.id, ctx.method, ctx.path, key].join('\n'))
      const response = await once(ctx, command, id, key)
      return 'code' in response ? refuse(ctx, response) : respond(ctx, response)
    },
  }
}

/** The key as sent; several in one request are none that can be read. */
const keyIn = ({ req }: EndcapContext): string | undefined => {
  const key = req.headers['idempotency-key']
  return Array.isArray(key) ? '' : key
}
