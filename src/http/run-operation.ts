import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import type { Command, Input, QueryOperation } from '../engine/operation.ts'
import type { Work, WorkContext } from '../engine/write/execute.ts'
import type { Ports } from '../ports/ports.ts'
import type { Answer, Exchange, Refusal } from './exchange.ts'
import type { Positions } from './position.ts'
import { originOf } from './request/origin.ts'
import { inPart } from './response/ranges.ts'
import { answerOf } from './response/response-of.ts'

export type RunDeps = {
  readonly ports: Ports
  readonly newWork: (context: WorkContext) => Work
  readonly positions: Positions
  /** Hosts in lower case that links may start with (decision 33). */
  readonly trustedHosts: ReadonlySet<string>
}

/** Under which ids a command runs. */
export type Ids = {
  readonly commandId: string
  readonly newIds: Readonly<Record<string, number>>
  readonly mayHaveRun: boolean
}

/** What a command led to; `kept` is the answer that a repeat gets (decision 9). */
export type Ran = { readonly answer: Answer; readonly kept: Answer }

const nothingNew: Readonly<Record<string, number>> = {}

const inputOf = (x: Exchange, newIds: Ids['newIds'], deps: RunDeps): Input<unknown, unknown, unknown> => ({
  params: x.params,
  query: x.input.query,
  body: x.input.body,
  caller: x.caller,
  newIds,
  ifMatch: x.ifMatch,
  files: x.files,
  origin: originOf(x.ctx.req.headers, deps.trustedHosts, deps.ports.config.publicUrl),
})

/** Takes an id from each sequence that the row names. */
export const takeIds = async (command: Command, ports: Pick<Ports, 'ids'>): Promise<Ids['newIds']> => {
  if (command.newIds === undefined) return nothingNew
  const ids: Record<string, number> = {}
  for (const [name, kind] of Object.entries(command.newIds)) ids[name] = await ports.ids.next(kind)
  return ids
}

/** Runs a command and waits for the read models (decision 14). */
export const runCommand = async (x: Exchange, command: Command, ids: Ids, deps: RunDeps): Promise<Ran | Refusal> => {
  const { commandId, newIds, mayHaveRun } = ids
  const { operationId } = x.route!.row
  const context = {
    actor: x.caller.id,
    operation: operationId,
    commandId,
    correlationId: x.traceId,
    causationId: commandId,
    mayHaveRun,
  }
  const work = deps.newWork(context)
  const outcome = await command.run(inputOf(x, newIds, deps), work, deps.ports)
  await deps.positions.awaitWritten(x, work.lastPosition())
  if (E.isLeft(outcome)) return outcome.left
  const reply = outcome.right
  const answer = answerOf(command, reply)
  const kept =
    command.replayed && 'body' in reply ? answerOf(command, { ...reply, body: command.replayed(reply.body) }) : answer
  return { answer, kept }
}

/** The step that runs a command under new ids. */
export const commandStep =
  (command: Command, deps: RunDeps) =>
  async (x: Exchange): Promise<Refusal | undefined> => {
    const newIds = command.newIds === undefined ? nothingNew : await takeIds(command, deps.ports)
    const ran = await runCommand(x, command, { commandId: randomUUID(), newIds, mayHaveRun: false }, deps)
    if (!('answer' in ran)) return ran
    x.answer = ran.answer
    return undefined
  }

/** The step that answers a query. */
export const queryStep =
  (query: QueryOperation, deps: RunDeps) =>
  async (x: Exchange): Promise<Refusal | undefined> => {
    const outcome = await query.run(inputOf(x, nothingNew, deps) as Input<unknown, unknown, undefined>, deps.ports)
    if (E.isLeft(outcome)) return outcome.left
    const reply = outcome.right
    const answer = answerOf(query, reply)
    x.answer = 'raw' in reply ? await inPart(x, reply, answer) : answer
    return undefined
  }
