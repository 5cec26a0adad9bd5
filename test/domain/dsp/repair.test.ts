import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { dspConfigurations } from '../../../src/domain/dsp/configurations.ts'
import { dspExport } from '../../../src/domain/dsp/export.ts'
import { lookSince } from '../../../src/domain/dsp/export-state.ts'
import { activeCreative, exportedTag } from '../../../src/domain/dsp/exported-tags.ts'
import { doneBy, nothingRepaired } from '../../../src/domain/dsp/repair.ts'
import { dspConfigurationCreated, dspConfigurationRepaired, dspRepair } from '../../support/examples/dsp.ts'
import {
  dspAttemptStarted,
  dspExportCompleted,
  dspExportStarted,
  dspTagExported,
  dspTagFailed,
  dspTagMissing,
  dspTwinArchived,
} from '../../support/examples/dsp-exports.ts'
import { given } from '../../support/given/decider.ts'

const test = suite('repairs of what the DSP has')
const exports = given(dspExport)
const at = '2026-05-01T10:00:00.000Z'
const finished = [dspExportStarted(), dspTagExported(1), dspTagExported(2), dspTagFailed(3), dspExportCompleted()]
const found = { configId: 7, batchId: 'dsp-export-12-1', dspAdvertiserId: 2001, at }
const repair = { kind: 'RepairTags', ...found, twins: [], missing: [] } as const
const lacking = (adUnitId: number, over: { adUnitGone?: true } = {}) => {
  const [tagId, creativeId] = [`acme:12:${adUnitId}`, `50${adUnitId}`]
  return { ...repair, missing: [{ tagId, creativeId, ...over }] }
}

test('a creative that is gone is recorded once, and its tag counts as not exported', () => {
  exports(...finished)
    .when(lacking(1))
    .then(dspTagMissing(1))
  exports(...finished, dspTagMissing(1))
    .when(lacking(1))
    .thenNothing()
  const { tags } = exports(...finished, dspTagMissing(1)).state
  assert.is(activeCreative(exportedTag(tags, 2001, 'acme:12:1')), undefined)
  assert.is(activeCreative(exportedTag(tags, 2001, 'acme:12:2'))?.creativeId, '502')
})

test('the next export looks for a creative in its place, however old, and the one after it does not', () => {
  const next = [dspExportStarted({ run: 2 }), dspAttemptStarted()]
  assert.is(lookSince(exports(...finished, dspTagMissing(1), ...next).state), '2000-01-01T00:00:00.000Z')
  const healed = [...finished, dspTagMissing(1), ...next, dspExportCompleted()]
  assert.is(lookSince(exports(...healed, dspExportStarted({ run: 3 })).state), undefined)
})

test('a creative that has another one in its place by now, or that is being exported, is not recorded', () => {
  exports(...finished, dspTagExported(1, { creativeId: '901' }))
    .when(lacking(1))
    .thenNothing()
  exports(dspExportStarted(), dspTagExported(1)).when(lacking(1)).thenNothing()
})

test('a creative of another advertiser than that of the newest run is recorded for its own', () => {
  const elsewhere = [
    ...finished,
    dspExportStarted({ run: 2, dspAdvertiserId: 2002 }),
    dspTagExported(1, { creativeId: '801' }),
  ]
  const both = exports(...elsewhere, dspExportCompleted(), dspTagMissing(1)).state
  assert.is(activeCreative(exportedTag(both.tags, 2001, 'acme:12:1')), undefined)
  assert.is(activeCreative(exportedTag(both.tags, 2002, 'acme:12:1'))?.creativeId, '801')
})

test('a tag whose ad unit has gone is recorded, whether it had a creative or not', () => {
  const without = { ...repair, missing: [{ tagId: 'acme:12:3', adUnitGone: true as const }] }
  exports(...finished)
    .when(lacking(1, { adUnitGone: true }))
    .then(dspTagMissing(1, { adUnitGone: true }))
  exports(...finished)
    .when(without)
    .thenTypes('DspTagMissing')
  exports(...finished)
    .when({ ...repair, missing: [{ tagId: 'acme:12:3' }] })
    .thenNothing()
})

test('twins that were archived are recorded, and change no tag', () => {
  const twins = [{ tagId: 'acme:12:1', creativeId: '601' }]
  exports(...finished)
    .when({ ...repair, twins })
    .then(dspTwinArchived(1))
  const { tags } = exports(...finished, dspTwinArchived(1)).state
  assert.is(activeCreative(exportedTag(tags, 2001, 'acme:12:1'))?.creativeId, '501')
})

test('a repair of a configuration is recorded if it has done anything', () => {
  const configurations = given(dspConfigurations)
  const record = { kind: 'RecordRepair', configId: 7, at } as const
  configurations(dspConfigurationCreated())
    .when({ ...record, repair: dspRepair() })
    .then(dspConfigurationRepaired())
  configurations(dspConfigurationCreated())
    .when({ ...record, repair: { ...nothingRepaired, orphans: 3 } })
    .thenNothing()
})

test('auditors read what a repair has done', () => {
  assert.is(doneBy(dspRepair({ twinsArchived: 2, exportsStarted: [12] })), '2 archived twins, 1 started export')
  assert.is(doneBy(nothingRepaired), 'nothing')
})

test.run()
