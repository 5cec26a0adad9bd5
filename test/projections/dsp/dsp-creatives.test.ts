import { suite } from 'uvu'
import { dspCreatives } from '../../../projections/dsp/dsp-creatives.ts'
import * as ofExports from '../../support/examples/dsp-exports.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const { dspExportStarted, dspTagExported, dspTagFailed, dspTagArchived, dspTagMissing } = ofExports
const test = suite('view of creatives at the DSP')
const at = '2026-05-01T10:00:00.000Z'
const creative = (adUnitId: number) => ({
  creativeId: `50${adUnitId}`,
  tagHash: `hash ${adUnitId}`,
  state: 'active',
  at,
})
const archived = (adUnitId: number) => ({ ...creative(adUnitId), tagHash: '', state: 'archived' })
const refused = { code: 'refused', reason: 'The DSP refused the request.', batchId: 'dsp-export-12-1', at }
const given = (...events: Parameters<typeof inStream>[1]) =>
  givenEvents(dspCreatives)(...inStream('dsp-export-acme:12', [dspExportStarted(), ...events]))
const tag = (adUnitId: number) => ({ configId: 7, tagId: `acme:12:${adUnitId}` })

test('each tag of a configuration has its creative, or why it has none', () => {
  given(
    dspTagExported(1),
    dspTagFailed(2),
    dspTagExported(3),
    dspTagFailed(3),
    dspTagExported(4, { configId: 8 }),
  ).then({
    '7:acme:12:1': { ...tag(1), creative: creative(1) },
    '7:acme:12:2': { ...tag(2), failure: refused },
    '7:acme:12:3': { ...tag(3), creative: creative(3), failure: refused },
    '8:acme:12:4': { ...tag(4), configId: 8, creative: creative(4) },
  })
})

test('an archived creative is no failure, one that is missing is, and a new one ends it', () => {
  const missing = { code: 'missing', reason: 'Its creative was archived or deleted at the DSP.' }
  given(
    ...[1, 2, 3].map(adUnitId => dspTagExported(adUnitId)),
    dspTagArchived(1),
    dspTagMissing(2),
    dspTagMissing(3, { adUnitGone: true }),
    ...[dspTagMissing(4), dspTagExported(4)],
  ).then({
    '7:acme:12:1': { ...tag(1), creative: archived(1) },
    '7:acme:12:2': { ...tag(2), creative: archived(2), failure: { ...refused, ...missing } },
    '7:acme:12:3': { ...tag(3), creative: archived(3) },
    '7:acme:12:4': { ...tag(4), creative: creative(4) },
  })
})

test('what does not change a creative leaves its document', () => {
  given(
    dspTagExported(1),
    ofExports.dspTagNotArchived(1),
    ofExports.dspCreativeReviewed(1),
    ofExports.dspTwinArchived(1),
  ).then({ '7:acme:12:1': { ...tag(1), creative: creative(1) } })
})

test.run()
