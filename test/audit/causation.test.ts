import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Cause, causationTree } from '../../src/audit/causation.ts'
import type { Recorded } from '../../src/ports/event-log.ts'

const test = suite('the tree of causes')

const caused = (id: string, causationId: string, actor = 'key'): Recorded => ({
  id,
  type: 'Happened',
  data: {},
  stream: 'stream-a',
  revision: 0,
  position: 1n,
  metadata: {
    at: '2026-11-21T09:00:00.000Z',
    actor,
    operation: 'work',
    correlationId: 'request',
    causationId,
    schemaVersion: 1,
  },
})

const idsOf = ({ id, events }: Cause): unknown => [id, events.map(({ event, led }) => [event.id, led.map(idsOf)])]

test('what an event led to is below it, in groups of one actor', () => {
  const tree = causationTree([
    caused('a', 'request'),
    caused('b', 'request'),
    caused('c', 'a', 'process:mails'),
    caused('d', 'c', 'process:exports'),
    caused('e', 'a', 'process:mails'),
  ])
  const exports = ['c', [['d', []]]]
  const mails = [
    'a',
    [
      ['c', [exports]],
      ['e', []],
    ],
  ]
  assert.equal(tree.map(idsOf), [
    [
      'request',
      [
        ['a', [mails]],
        ['b', []],
      ],
    ],
  ])
})

test('however many events there are, each is looked at a few times', () => {
  let looks = 0
  const counted = (event: Recorded): Recorded => {
    const { metadata } = event
    return Object.defineProperty({ ...event }, 'metadata', {
      get() {
        looks++
        return metadata
      },
    })
  }
  const count = 2_000
  const events = Array.from({ length: count }, (_, i) => counted(caused(`e${i}`, `action ${i}`)))
  assert.is(causationTree(events).length, count)
  assert.ok(looks <= 10 * count, `${looks}`)
})

test.run()
