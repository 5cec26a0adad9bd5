import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import type { DomainEvent } from '../../../src/domain/shared/decider.ts'
import type { Projection } from '../../../src/engine/read/projection.ts'
import type { Recorded } from '../../../src/ports/event-log.ts'
import { recorded } from './decider.ts'
import { projectBatch } from './project-batch.ts'

/** Events of one stream in the form that the log returns, from revision `from`. */
export const inStream = (stream: string, events: readonly DomainEvent[], from = 0): readonly Recorded[] =>
  events.map((event, i) => recorded(stream, event, from + i))

/**
 * givenEvents(projection)(…inStream(a, […]), …inStream(b, […])).then({ id: document, … })
 *
 * Compares all resulting documents, which must also match the projection's codec.
 */
export const givenEvents =
  <D>(projection: Projection<D>) =>
  (...events: readonly Recorded[]) => {
    const ordered = events.map((event, i) => ({ ...event, position: BigInt(i + 1) }))
    const { changes, failures } = projectBatch([projection], ordered, () => [])
    if (failures[0]) throw failures[0].error
    const left = (changes.get(projection) ?? []).flatMap(c => (c.json === undefined ? [] : [[c.id, c.json] as const]))
    const documents: Record<string, D> = Object.fromEntries(
      left.map(([id, json]) => {
        const decoded = projection.codec.decode(JSON.parse(json))
        if (E.isLeft(decoded)) assert.unreachable(`${projection.name} ${id} does not match its codec: ${json}`)
        assert.equal(projection.codec.encode(JSON.parse(json)), JSON.parse(json), 'the codec covers every member')
        return [id, JSON.parse(json) as D]
      }),
    )
    return {
      documents,
      // biome-ignore lint/suspicious/noThenProperty: tests read given, then
      then: (expected: Readonly<Record<string, unknown>>) => assert.equal(documents, expected),
      /** Compares some members of one document. */
      thenIn: (id: string, expected: Partial<D>) => {
        const document = documents[id]
        assert.ok(document, `there is no ${id} in ${projection.name}`)
        const same = Object.keys(expected).map(k => [k, document?.[k as keyof D]])
        assert.equal(Object.fromEntries(same), expected)
      },
    }
  }
