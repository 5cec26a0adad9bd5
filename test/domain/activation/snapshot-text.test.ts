import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Snapshot } from '../../../src/domain/activation/snapshot.ts'
import { snapshotParts } from '../../../src/domain/activation/snapshot-text.ts'
import { campaign, creative } from '../../support/examples/campaign.ts'

const snapshot = (creatives: Snapshot['creatives']): Snapshot => ({
  campaign: campaign(),
  macroStyle: 'dsp',
  adServerName: 'DSP "1"',
  mediaChannelName: '',
  units: campaign().adUnits.map(adUnit => ({
    adUnit,
    creativeNames: creatives.map(c => c.creativeName),
    tag: '<script>',
    impressionTrackers: [],
    clickTrackers: [],
  })),
  creatives,
})

test('a snapshot is written in parts that are together what JSON.stringify writes', () => {
  const many = Array.from({ length: 5_000 }, (_, i) => creative(`pot ${i}`, `"é\u2028🎈${'\ud83c'} ${'x'.repeat(200)}`))
  for (const creatives of [[], [creative('pot')], many]) {
    const whole = snapshot(creatives)
    const parts = [...snapshotParts(whole)]
    assert.is(Buffer.concat(parts).toString(), JSON.stringify(whole))
    for (const { length } of parts) assert.ok(length < 250_000, `a part of ${length} bytes`)
  }
})

test.run()
