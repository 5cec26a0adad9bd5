import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { motion } from '../../../src/domain/asset-sources/motion.ts'
import { motionFaults } from '../../../src/domain/asset-sources/motion-faults.ts'
import { motionName, motionNameId } from '../../../src/domain/asset-sources/motion-name.ts'
import { type MotionRunCommand, motionRun } from '../../../src/domain/asset-sources/motion-run.ts'
import {
  motionAssetsChanged,
  motionAssetsConfigured,
  motionNameTaken,
  motionRunAttemptFailed,
  motionRunCompleted,
  motionRunFailed,
  motionRunRequested,
  motionRunStarted,
  motionSettings,
} from '../../support/examples/asset-sources.ts'
import { given } from '../../support/given/decider.ts'

const at = '2026-05-01T10:00:00.000Z'
const request = (settings = motionSettings) => ({ accountId: 'acme', assetSourceId: 14, settings, at })
const made = [motionAssetsConfigured(), motionRunRequested()] as const

test('every request is a run, as creatives may have changed; settings are recorded when they change', () => {
  const ofMotion = given(motion)
  ofMotion()
    .when(request())
    .then(...made)
  ofMotion(...made)
    .when(request())
    .then(motionRunRequested(2))
  const other = { ...motionSettings, retailCampaignIdx: 13 }
  ofMotion(...made)
    .when(request(other))
    .then(motionAssetsChanged(other), motionRunRequested(2))
})

test('settings that were made from others than those of now are stale', () => {
  const other = { ...motionSettings, retailCampaignIdx: 13 }
  given(motion)(...made)
    .when({ ...request(other), from: motionSettings })
    .then(motionAssetsChanged(other), motionRunRequested(2))
  given(motion)(...made, motionAssetsChanged(other))
    .when({ ...request(), from: motionSettings })
    .thenRejected('stale')
})

test('a name of motion assets belongs to the first asset source that takes it', () => {
  given(motionName)().when({ assetSourceId: 14, at }).then(motionNameTaken)
  given(motionName)(motionNameTaken).when({ assetSourceId: 15, at }).thenNothing()
  const ids = [
    motionNameId('acme', 3, 12, 'Films'),
    motionNameId('other', 3, 12, 'Films'),
    motionNameId('acme', 4, 12, 'Films'),
    motionNameId('acme', 3, 13, 'Films'),
    motionNameId('acme', 3, 12, 'Movies'),
  ]
  assert.is(new Set(ids).size, ids.length)
})

const complete = (attempt: number): MotionRunCommand => ({
  kind: 'Complete',
  attempt,
  ...motionRunCompleted.data,
})
test('only the attempt under way ends a run, and a run ends once', () => {
  const ofRun = given(motionRun)
  ofRun(motionRunStarted()).when(complete(1)).then(motionRunCompleted)
  ofRun(motionRunAttemptFailed()).when(complete(1)).thenRejected('claim-lost')
  for (const end of [motionRunCompleted, motionRunFailed])
    ofRun(motionRunStarted(), end).when(complete(1)).thenRejected('claim-lost')
})
test('an attempt that fails is tried again, five times in all (EXPORT-11)', () => {
  const tried = [1, 2, 3, 4].flatMap(attempt => [motionRunStarted(attempt), motionRunAttemptFailed(attempt)])
  const fail = (attempt: number) => ({ kind: 'FailAttempt', attempt, reason: 'Chromium was ended.', at }) as const
  given(motionRun)(motionRunStarted()).when(fail(1)).then(motionRunAttemptFailed())
  given(motionRun)(...tried, motionRunStarted(5))
    .when(fail(5))
    .thenTypes('MotionRunFailed')
})

const adUnit = (adUnitId: number) => ({
  adUnitId,
  adUnitName: `Unit ${adUnitId}`,
  dimension: '80x40',
  htmlSha256: 'h',
})
const against = {
  adUnits: [adUnit(1), adUnit(2)],
  creatives: 3,
  baseColumns: ['sku', 'colour', 'price'],
  roles: { assetKeyColumn: 'sku', assetVariantColumn: 'colour' },
}
const faults = (columns: Parameters<typeof motionFaults>[0], more: object = {}) =>
  motionFaults(columns, { ...against, ...more }).map(({ pointer, code }) => `${pointer} ${code}`)
const film = { adUnitId: 1, column: 'film' }

test('a column of the base source may be replaced, but not its key or variant (SOURCE-10)', () => {
  assert.equal(faults([film, { adUnitId: 1, column: 'price' }]), [])
  assert.equal(
    faults([
      { ...film, column: 'sku' },
      { ...film, column: 'colour' },
    ]),
    ['/assetSourceMap/0/assetSourceColumn key-column', '/assetSourceMap/1/assetSourceColumn key-column'],
  )
})
test('every wrong entry has its pointer', () =>
  assert.equal(faults([film, { adUnitId: 7, column: 'film' }]), [
    '/assetSourceMap/1/assetId unknown-ad-unit',
    '/assetSourceMap/1/assetSourceColumn duplicate',
  ]))
test('a run has between 1 and 1,000 films; an ad unit in two columns is one film (SOURCE-10)', () => {
  const both = [film, { adUnitId: 2, column: 'tall' }]
  assert.equal(faults([film], { creatives: 0 }), ['/campaignId no-creatives'])
  assert.equal(faults(both, { creatives: 500 }), [])
  assert.equal(faults(both, { creatives: 501 }), ['/assetSourceMap too-many'])
  assert.equal(faults([film, { adUnitId: 1, column: 'again' }], { creatives: 1_000 }), [])
})
test('columns of films count among the 500 of an asset source', () => {
  const baseColumns = ['sku', ...Array.from({ length: 499 }, (_, n) => `column ${n}`)]
  assert.equal(faults([film], { baseColumns }), ['/assetSourceMap too-many'])
  assert.equal(faults([{ ...film, column: 'column 7' }], { baseColumns }), [])
})

test.run()
