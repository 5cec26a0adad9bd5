import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { plainState } from '../../src/audit/changes.ts'
import { withoutUnshown } from '../../src/audit/unshown.ts'
import { aggregateOf } from '../../src/domain/aggregates.ts'
import { everyEvent } from '../support/examples/every-event.ts'

const test = suite('what the history of a campaign leaves out')

const namesIn = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => [name, ...namesIn(member)])
    : []
const technical = /hash|sha256|^sealed|^attempts$|^zip$|^digest$/i

/** The names of members in the states of all streams of examples, as they are and as they are shown. */
const found = (): readonly (readonly [category: string, all: readonly string[], shown: readonly string[]])[] =>
  [...Map.groupBy(everyEvent, ({ stream }) => stream)].flatMap(([stream, events]) => {
    const aggregate = aggregateOf(stream)!
    const isInHistories = aggregate.subject === 'campaign' || aggregate.category === 'asset-source'
    if (!isInHistories) return []
    let state = aggregate.initialState
    const [all, shown]: [string[], string[]] = [[], []]
    for (const event of events) {
      state = aggregate.evolve(state, event)
      const plain = plainState(state)
      all.push(...namesIn(plain))
      shown.push(...namesIn(withoutUnshown(aggregate.category)(plain)))
    }
    return [[aggregate.category, all, shown] as const]
  })

test('are the hashes, sealed values and attempts of every state', () => {
  const states = found()
  for (const category of ['activation', 'approval', 'creatives', 'export'])
    assert.ok(
      states.some(([name, all]) => name === category && all.some(member => technical.test(member))),
      `no state of ${category} has any`,
    )
  // they say which content was activated, and which was to be approved
  const told = [
    'activation: activatedHash',
    'activation: contentHash',
    'approval: contentHash',
    'retail-campaign: htmlSha256',
  ]
  const left = states.flatMap(([category, , shown]) =>
    shown.filter(name => technical.test(name)).map(name => `${category}: ${name}`),
  )
  assert.equal(
    left.filter(name => !told.includes(name)),
    [],
  )
})

test('are places, not names: creatives, columns and files may be named like them', () => {
  const columns = { at: 'noon', hashes: 'many', attempts: 3, zip: '10115', sealedEmail: 'no' }
  const state = {
    creatives: { at: columns, hashes: columns, creativesHash: columns },
    hashes: { at: 'a1' },
    creativesHash: 'b2',
  }
  assert.equal(withoutUnshown('creatives')(state), {
    creatives: { at: columns, hashes: columns, creativesHash: columns },
  })
  const tags = { current: { attempts: 1, run: 2 }, tags: { 'at:1': { creative: { tagHash: 'c3', creativeId: '7' } } } }
  assert.equal(withoutUnshown('dsp-export')(tags), {
    current: { run: 2 },
    tags: { 'at:1': { creative: { creativeId: '7' } } },
  })
})

test('are gone from lists, too, and names of prototypes are names', () => {
  const state = JSON.parse('{"past":[{"zip":"a1","until":"noon"}],"__proto__":{"zip":"x"}}')
  assert.is(JSON.stringify(withoutUnshown('export')(state)), '{"past":[{"until":"noon"}],"__proto__":{"zip":"x"}}')
  assert.is(withoutUnshown('export')(null), null)
})

test.run()
