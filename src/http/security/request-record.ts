import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import {
  type IdempotencyState,
  idempotency,
  inUse,
  isHeldBy,
  type KeptAnswer,
  nobody,
  type Run,
  startsAnew,
} from '../../domain/idempotency/idempotency.ts'
import { type Rejection, streamOf } from '../../domain/shared/decider.ts'
import type { Command } from '../../engine/operation.ts'
import type { Loaded, Work } from '../../engine/write/execute.ts'
import { timeOf } from '../../ports/clock.ts'
import type { Position } from '../../ports/event-log.ts'
import type { Ports } from '../../ports/ports.ts'
import { takeIds } from '../run-operation.ts'
import type { RequestMark } from './request-mark.ts'
import { silenceOf } from './silence.ts'

/** Milliseconds without an event of a running request after which its worker counts as gone (HTTP-22). */
const silentMs = 5_000

/** A request that this node may run now. */
export type Begun = {
  readonly status: 'begun'
  readonly run: Run
  readonly newIds: Readonly<Record<string, number>>
  /** The command may have run before. */
  readonly isRepeat: boolean
  /** Position of the record: the events of every run come later. */
  readonly since: Position
}
export type Answered = { readonly status: 'answered'; readonly answer: KeptAnswer }
/** What became of the answer of a run: it is kept, or another run of the command has answered, or is about to. */
export type Kept = { readonly status: 'kept' | 'not-kept' | 'taken-over' } | Answered

/** The record of an Idempotency-Key in the log: who runs its request, and the answer to repeats (HTTP-21, ADR 0034). */
export const requestRecords = (ports: Pick<Ports, 'clock' | 'ids' | 'log'>, worker: string) => {
  const silence = silenceOf(ports.clock, silentMs)

  /** The worker of an unanswered record, if it no longer runs the request. The own worker runs none of which it is asked here. */
  const goneWorker = (id: string, { state, revision }: Loaded<IdempotencyState>): string | undefined => {
    if (state.status !== 'accepted') return undefined
    const isGone = state.worker === worker || state.worker === nobody || silence.isSilent(id, revision)
    return isGone ? state.worker : undefined
  }

  /** Position of the first event of a command's record. */
  const acceptedAt = async (id: string, commandId: string): Promise<Position> => {
    for (const { type, data, position } of await ports.log.readStream(streamOf(idempotency, id))) {
      const event = idempotency.events.decode({ type, data })
      if (E.isRight(event) && event.right.type === 'CommandAccepted' && event.right.data.commandId === commandId)
        return position
    }
    return 0n
  }

  return {
    /** Starts the request, takes it over, or finds its answer; `idempotency-key-in-use` while another worker runs it. */
    async begin(
      work: Work,
      id: string,
      command: Command,
      { kept: bodyHash, fits }: Pick<RequestMark, 'kept' | 'fits'>,
    ): Promise<E.Either<Rejection, Begun | Answered>> {
      const before = await work.load(idempotency, id)
      const takeOverFrom = goneWorker(id, before)
      const at = timeOf(ports)
      const newIds = startsAnew(before.state, at, takeOverFrom) ? await takeIds(command, ports) : {}
      const own = { commandId: randomUUID(), worker }
      const accept = { kind: 'AcceptCommand', bodyHash, fits, newIds, at, takeOverFrom, ...own } as const
      // a worker that shows life in the meantime keeps the request
      const options = takeOverFrom === undefined ? {} : { ifMatch: before.revision }
      const accepted = await work.execute(idempotency, id, accept, options)
      if (E.isLeft(accepted)) return E.left(accepted.left.code === 'stale' ? inUse : accepted.left)
      const { state, position } = accepted.right
      silence.forget(id)
      if (state.status === 'answered') return E.right({ status: 'answered', answer: state.answer })
      if (state.status === 'absent') throw new Error('an accepted request has no record')
      const { commandId } = state
      const isRepeat = commandId !== own.commandId
      const since = isRepeat ? await acceptedAt(id, commandId) : position
      return E.right({ status: 'begun', run: { commandId, worker }, newIds: state.newIds, isRepeat, since })
    },

    /** Whether the run still holds the request, by the newest state of the record. */
    isHeld: async (work: Work, id: string, run: Run): Promise<boolean> =>
      isHeldBy((await work.load(idempotency, id)).state, run),

    showLife: (work: Work, id: string, run: Run) =>
      work.execute(idempotency, id, { kind: 'ShowLife', ...run, at: timeOf(ports) }),

    /** Gives a request back that this node cannot run, so that another one need not wait until it seems silent. */
    giveBack: (work: Work, id: string, run: Run) => work.execute(idempotency, id, { kind: 'GiveBack', ...run }),

    /** Keeps the answer of a run for repeats, if the run still holds the request. */
    async keep(work: Work, id: string, run: Run, answer: KeptAnswer): Promise<E.Either<Rejection, Kept>> {
      const kept = await work.execute(idempotency, id, { kind: 'AnswerCommand', ...run, answer, at: timeOf(ports) })
      if (E.isLeft(kept)) return kept
      const { state, events } = kept.right
      if (events.length > 0) return E.right({ status: 'kept' })
      if (state.status === 'absent' || state.commandId !== run.commandId) return E.right({ status: 'not-kept' })
      return E.right(
        state.status === 'answered' ? { status: 'answered', answer: state.answer } : { status: 'taken-over' },
      )
    },
  }
}
