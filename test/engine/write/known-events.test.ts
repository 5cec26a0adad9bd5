import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Aggregate } from '../../../src/domain/shared/decider.ts'
import { fact } from '../../../src/domain/shared/fact.ts'
import { projectionOf } from '../../../src/engine/read/projection-of.ts'
import { decodedBy, ofKnownEvents } from '../../../src/engine/write/known-events.ts'
import { WrittenByNewer } from '../../../src/ports/store-away.ts'
import { documentAfter, recorded } from '../../support/given/decider.ts'
import { watchedLog } from '../../support/memory/watched-log.ts'
import { nodeOn } from '../../support/waiting/tally.ts'

const test = suite('events of an older release')

/** A weight, which an older release wrote in pounds, as `pounds`. */
const Weighed = fact('Weighed', t.type({ grams: t.number }), undefined, {
  version: 2,
  upcast: data => ({ grams: Math.round((data as { pounds: number }).pounds * 453.6) }),
})
type Weighed = t.TypeOf<typeof Weighed>

const scale: Aggregate<number, number, Weighed> = {
  category: 'scale',
  subject: 'none',
  events: Weighed,
  initialState: 0,
  decide: grams => E.right([{ type: 'Weighed', data: { grams } }]),
  evolve: (sum, { data }) => sum + data.grams,
}
const view = projectionOf(scale, {
  name: 'weights',
  version: 2,
  codec: t.type({ grams: t.number }),
  indexes: [],
  evolve: (before, { data }) => ({ grams: (before?.grams ?? 0) + data.grams }),
})

const written = (version: number, data: object) => {
  const event = recorded('scale-a', { type: 'Weighed', data })
  return { ...event, metadata: { ...event.metadata, schemaVersion: version } }
}

test('commands decide on them, and write the present version', async () => {
  const { log, events, elsewhere } = watchedLog()
  await elsewhere('scale-a', 'Weighed', { pounds: 2 })
  const result = await nodeOn(log).work().execute(scale, 'a', 93)
  assert.is(E.isRight(result) && result.right.state, 1_000)
  assert.equal(
    events.map(({ data, metadata }) => [data, metadata.schemaVersion]),
    [
      [{ pounds: 2 }, 1],
      [{ grams: 93 }, 2],
    ],
  )
})

test('views and tools read them as if this release had written them', () => {
  const own = ofKnownEvents([scale])(view)
  assert.equal(documentAfter(own, written(1, { pounds: 2 }), written(2, { grams: 93 })), { grams: 1_000 })
  assert.equal(decodedBy(scale, written(1, { pounds: 2 })), E.right({ type: 'Weighed', data: { grams: 907 } }))
})

test('one of a newer release is no ground for a decision, and views pass over it', async () => {
  const { log } = watchedLog()
  const { id, metadata } = written(3, {})
  await log.append('scale-a', [{ id, type: 'Weighed', data: { stones: 1 }, metadata }], -1)
  const failed = await nodeOn(log)
    .work()
    .execute(scale, 'a', 93)
    .catch((error: unknown) => error)
  assert.instance(failed, WrittenByNewer)
  assert.is(documentAfter(ofKnownEvents([scale])(view), written(3, { stones: 1 })), undefined)
})

test.run()
