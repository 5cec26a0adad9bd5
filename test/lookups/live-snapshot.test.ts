import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Snapshot } from '../../src/domain/activation/snapshot.ts'
import type { Creative } from '../../src/domain/creatives/creative.ts'
import { liveSnapshot } from '../../src/lookups/live-snapshot.ts'
import { campaign, creative } from '../support/examples/campaign.ts'

const head = {
  campaign: campaign({ rotationWeightColumn: 'weight' }),
  macroStyle: 'dsp',
  adServerName: 'DSP',
  mediaChannelName: '',
}
const json = (over: Partial<Snapshot>): Buffer =>
  Buffer.from(JSON.stringify({ ...head, units: [], creatives: [], ...over }))
const weighing = (name: string, weight: string): Creative => ({
  creativeName: name,
  columns: [{ columnName: 'weight', columnValue: weight, adUnitTransformations: [] }],
})

test('a snapshot has its ad units, and each creative with its weight in the rotation', async () => {
  const units = [
    {
      adUnit: head.campaign.adUnits[0]!,
      creativeNames: ['pot'],
      tag: '<i>',
      impressionTrackers: [],
      clickTrackers: [],
    },
  ]
  const all = [weighing('pot', '3'), creative('can', '"é]}'), weighing('jar', '0')]
  const { creatives, ...tags } = await liveSnapshot(json({ units, creatives: all }))
  assert.equal(tags, { ...head, units })
  assert.equal(
    [creatives.names, creatives.weights],
    [
      ['pot', 'can', 'jar'],
      [3, 1, 0],
    ],
  )
  assert.equal(
    all.map((_, place) => creatives.at(place)),
    all,
  )
})

test('a snapshot without creatives and ad units is one, and what is none is refused', async () => {
  const { creatives, ...tags } = await liveSnapshot(json({}))
  assert.equal([creatives.names, tags], [[], { ...head, units: [] }])
  const wrong = await liveSnapshot(Buffer.from('{"units":[{}]}')).catch(error => error)
  assert.match(String(wrong), 'stored data is not a')
})

test('other work runs while a large snapshot is read', async () => {
  const large = json({ creatives: Array.from({ length: 2_000 }, (_, i) => creative(`pot ${i}`, 'x'.repeat(1_000))) })
  let isRead = false
  let turns = 0
  const turn = () => {
    turns++
    if (!isRead) setImmediate(turn)
  }
  setImmediate(turn)
  const { creatives } = await liveSnapshot(large)
  isRead = true
  assert.is(creatives.names.length, 2_000)
  assert.ok(turns > 20, `${turns} turns of the event loop for ${large.length} bytes`)
})

test.run()
