import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import type { Aggregate, DomainEvent, Rejection } from '../../../src/domain/shared/decider.ts'

/** One command of a sequence: the state before it, its result, and the state after it. */
export type Step<C, S, Ev> = {
  readonly command: C
  readonly before: S
  readonly result: E.Either<Rejection, readonly Ev[]>
  readonly after: S
}

/** Runs commands through a decider one after the other. */
export const stepsOf = <C, S, Ev extends DomainEvent>(
  aggregate: Aggregate<C, S, Ev>,
  commands: readonly C[],
): readonly Step<C, S, Ev>[] => {
  const steps: Step<C, S, Ev>[] = []
  let before = aggregate.initialState
  for (const command of commands) {
    const result = aggregate.decide(command, before)
    const after = E.isRight(result) ? result.right.reduce(aggregate.evolve, before) : before
    steps.push({ command, before, result, after })
    before = after
  }
  return steps
}

/** Invariants of every decider: its events survive encoding, determine its state, and a repeat adds nothing. */
const holdsAlways = <C, S, Ev extends DomainEvent>(
  aggregate: Aggregate<C, S, Ev>,
  steps: readonly Step<C, S, Ev>[],
): void => {
  const events = steps.flatMap(s => (E.isRight(s.result) ? s.result.right : []))
  const reread = events.flatMap((event): Ev[] => {
    const decoded = aggregate.events.decode(JSON.parse(JSON.stringify(event)))
    if (E.isLeft(decoded)) assert.unreachable(`its codec refuses ${JSON.stringify(event)}`)
    return E.isRight(decoded) ? [decoded.right] : []
  })
  const last = steps.at(-1)
  if (!last) return
  assert.equal(reread.reduce(aggregate.evolve, aggregate.initialState), last.after)
  if (E.isLeft(last.result)) return
  const again = aggregate.decide(last.command, last.after)
  if (E.isRight(again)) assert.equal(again.right, [], 'a repeat changes nothing')
}

/** Runs random command sequences and asserts the invariants and `check` for each step. */
export const whateverIsDone = <C, S, Ev extends DomainEvent>(
  aggregate: Aggregate<C, S, Ev>,
  anyCommand: fc.Arbitrary<C>,
  check: (step: Step<C, S, Ev>) => void,
): void =>
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 25 }), commands => {
      const steps = stepsOf(aggregate, commands)
      holdsAlways(aggregate, steps)
      for (const step of steps) check(step)
    }),
  )
