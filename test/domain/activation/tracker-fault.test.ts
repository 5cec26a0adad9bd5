import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Snapshot } from '../../../src/domain/activation/snapshot.ts'
import { trackerFault } from '../../../src/domain/activation/tracker-fault.ts'

const long = `https://shop.example.com/${'x'.repeat(8_000)}`
const short = 'https://shop.example.com/'
const leading = 'https://count.example.com/click?to={redirect}&with=enough-to-be-too-long'.padEnd(300, '-')

/** A snapshot of the creatives `can` and `pot` in one ad unit. */
const snapshotOf = (
  campaignUrl: string | undefined,
  own: { readonly can?: string; readonly pot?: string } = {},
  creativeNames: readonly string[] = ['can', 'pot'],
): Snapshot =>
  ({
    campaign: campaignUrl === undefined ? {} : { clickthroughUrl: campaignUrl },
    creatives: (['can', 'pot'] as const).map(creativeName => {
      const clickthroughUrl = own[creativeName]
      return { creativeName, columns: [], ...(clickthroughUrl === undefined ? {} : { clickthroughUrl }) }
    }),
    units: [{ adUnit: { adUnitName: 'Banner' }, creativeNames, clickTrackers: [leading] }],
  }) as unknown as Snapshot

test('trackers that cannot be passed to the click-through of a creative, or else of the campaign, are a fault (TAGS-13)', () => {
  assert.is(trackerFault(snapshotOf(undefined)), undefined)
  assert.is(trackerFault(snapshotOf(short)), undefined)
  assert.match(
    trackerFault(snapshotOf(long)) ?? '',
    /^Creative (can|pot) in ad unit Banner: .*more than 8192 characters/,
  )
  assert.is(trackerFault(snapshotOf(long, { can: short, pot: short })), undefined)
  assert.match(trackerFault(snapshotOf(short, { pot: long })) ?? '', /^Creative pot in ad unit Banner: /)
})

test('a creative that an ad unit cannot show is no reason', () =>
  assert.is(trackerFault(snapshotOf(short, { pot: long }, ['can'])), undefined))

test.run()
