import type * as E from 'fp-ts/lib/Either.js'
import type { Rejection } from '../../domain/shared/decider.ts'
import type { Position } from '../../ports/event-log.ts'

/** That a command may run several times, on several nodes, and what it did in one of them counts for all (ADR 0034). */
export type Repeats = {
  /** true: it may have run before. */
  readonly mayHaveRun: boolean
  /** Whether this run still holds the command. A refusal: another one took it over, so this one must append nothing more. */
  holds(): Promise<E.Either<Rejection, unknown>>
  /** Position of the record of the command: the events of every run come later. */
  readonly since: Position
}
