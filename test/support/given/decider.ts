import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import type { Decider, DomainEvent } from '../../../src/domain/shared/decider.ts'
import type { Projection } from '../../../src/engine/read/projection.ts'
import type { Recorded } from '../../../src/ports/event-log.ts'

/** given(decider)(…events).when(command).then(…events) | .thenNothing() | .thenRejected(code) */
export const given =
  <C, S, Ev extends DomainEvent>(decider: Decider<C, S, Ev>) =>
  (...history: readonly Ev[]) => {
    const state = history.reduce<S>((s, event) => decider.evolve(s, event), decider.initialState)
    return {
      state,
      when(command: C) {
        const decided = decider.decide(command, state)
        return {
          /** The decided events, as the history of another `given`. */
          right: (): readonly Ev[] =>
            E.isRight(decided) ? decided.right : (assert.unreachable(`rejected: ${decided.left.code}`) ?? []),
          // biome-ignore lint/suspicious/noThenProperty: tests read given, when, then
          then(...expected: readonly Ev[]) {
            if (E.isLeft(decided)) assert.unreachable(`rejected: ${decided.left.code}: ${decided.left.detail}`)
            else assert.equal(decided.right, expected)
          },
          thenNothing() {
            if (E.isLeft(decided)) assert.unreachable(`rejected: ${decided.left.code}: ${decided.left.detail}`)
            else assert.equal(decided.right, [])
          },
          thenTypes(...types: readonly string[]) {
            if (E.isLeft(decided)) assert.unreachable(`rejected: ${decided.left.code}: ${decided.left.detail}`)
            else
              assert.equal(
                decided.right.map(e => e.type),
                types,
              )
          },
          thenRejected(code: string) {
            if (E.isRight(decided)) assert.unreachable(`accepted: ${JSON.stringify(decided.right)}`)
            else assert.is(decided.left.code, code)
          },
        }
      },
    }
  }

/** An event in the form that the log returns. */
export const recorded = <Ev extends DomainEvent>(stream: string, event: Ev, revision = 0): Recorded<Ev> => ({
  ...event,
  id: `${stream}/${revision}`,
  stream,
  revision,
  position: BigInt(revision + 1),
  metadata: {
    at: '2026-05-01T10:00:00.000Z',
    actor: 'tester',
    operation: 'test',
    correlationId: 'c',
    causationId: 'c',
    schemaVersion: 1,
  },
})

/** The document of a projection after events. */
export const documentAfter = <D>(projection: Projection<D>, ...events: readonly Recorded[]): D | undefined =>
  events.reduce<D | undefined>(
    (document, event) => (projection.idOf(event) === undefined ? document : projection.evolve(document, event)),
    undefined,
  )
