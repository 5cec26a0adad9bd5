import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { addTag, type KnownTag, withoutOldFailure } from '../../../src/domain/dsp/known-tags.ts'
import {
  type DifferenceKind,
  differenceKinds,
  type FoundCreative,
  reconcile,
} from '../../../src/domain/dsp/reconcile.ts'

const test = suite('tags beside the creatives of the DSP')
const at = '2026-05-01T10:00:00.000Z'
const later = '2026-05-01T10:05:00.000Z'
const tagId = 'acme:12:1'

type Creative = NonNullable<KnownTag['creative']>
const tag = (over: Partial<Creative> = {}): KnownTag => ({
  tagId,
  creative: { creativeId: '501', tagHash: 'hash 1', state: 'active', at, ...over },
})
const failed: KnownTag = { tagId, failure: { code: 'refused', reason: 'No.', batchId: 'dsp-export-12-1', at } }
const creative = (over: Partial<FoundCreative> = {}): FoundCreative => ({
  creativeId: '501',
  tagId,
  state: 'active',
  review: 'approved',
  tagHash: 'hash 1',
  ...over,
})
const twin = creative({ creativeId: '502' })

/** `kind creative` of each difference. */
const differences = (known: readonly KnownTag[], ...found: readonly FoundCreative[]): readonly string[] => {
  const all = reconcile(known, found)
  return differenceKinds.flatMap(kind => all[kind].map(({ creativeId }) => `${kind} ${creativeId ?? ''}`.trim()))
}
const reasons = (kind: DifferenceKind, known: readonly KnownTag[], ...found: readonly FoundCreative[]) =>
  reconcile(known, found)[kind].map(({ reason }) => reason)

for (const [name, known, found, expected] of [
  ['the creative that was sent', [tag()], [creative()], []],
  ['a creative that is not reviewed yet', [tag()], [creative({ review: 'pending' })], []],
  ['a creative whose sent tag is not known', [tag({ tagHash: '' })], [creative({ tagHash: 'other' })], []],
  ['a creative that was deleted', [tag()], [], ['missing 501']],
  ['a creative that was archived', [tag()], [creative({ state: 'archived' })], ['missing 501']],
  ['a tag that was archived on purpose', [tag({ state: 'archived' })], [], []],
  ['a tag that failed', [failed], [], ['missing']],
  ['an older creative of a tag that failed', [{ ...tag(), ...failed }], [creative()], ['missing 501']],
  ['a twin of the recorded creative', [tag()], [creative({ creativeId: '400' }), creative()], ['twins 400']],
  ['twins, none of them recorded', [failed], [creative(), twin], ['missing', 'twins 502', 'orphans 501']],
  ['another creative in place of the recorded one', [tag()], [twin], ['missing 501', 'orphans 502']],
  ['a paused creative beside the recorded one', [tag()], [creative(), { ...twin, state: 'paused' }], ['orphans 502']],
  [
    'a recorded creative that is paused, with another',
    [tag()],
    [creative({ state: 'paused' }), twin],
    ['orphans 502', 'changed 501'],
  ],
  ['a creative that Endcap archived, active again', [tag({ state: 'archived' })], [creative()], ['orphans 501']],
  ['creatives of a tag that nothing is known of', [], [creative(), twin], ['orphans 501', 'orphans 502']],
  ['another tag', [tag()], [creative({ tagHash: 'other' })], ['changed 501']],
  ['a paused creative', [tag()], [creative({ state: 'paused' })], ['changed 501']],
  ['a draft', [tag()], [creative({ state: 'other' })], ['changed 501']],
  ['a rejected creative', [tag()], [creative({ review: 'rejected' })], ['rejected 501']],
  ['changed and rejected', [tag()], [creative({ review: 'rejected', tagHash: 'x' })], ['changed 501', 'rejected 501']],
] as readonly (readonly [string, readonly KnownTag[], readonly FoundCreative[], readonly string[]])[])
  test(name, () => assert.equal(differences(known, ...found), expected))

test('the reasons say what a person sees at the DSP', () => {
  assert.equal(reasons('missing', [failed]), ['It was not exported: No.'])
  assert.equal(reasons('changed', [tag()], creative({ state: 'paused' })), ['It is paused.'])
})

const known = (...tags: readonly KnownTag[]) => {
  const all = new Map<string, KnownTag>()
  for (const one of tags) addTag(all, one)
  return [...all.values()]
}
test('of the configurations of an advertiser the newest creative counts, whichever comes first', () => {
  const newer = tag({ creativeId: '700', at: later })
  for (const both of [
    [tag(), newer],
    [newer, tag()],
  ])
    assert.equal(known(...both), [newer])
})

test('a failure counts until a later creative, with whichever configuration', () => {
  const again = { ...failed.failure, at: later } as NonNullable<KnownTag['failure']>
  assert.equal(known(tag({ at: later }), failed), [tag({ at: later })])
  assert.equal(known(tag(), { tagId, failure: again }), [{ ...tag(), failure: again }])
})

test('a failure of an earlier run is over when a later one has finished, but not when that has failed', () => {
  const of = (status: 'finished' | 'failed', batchId: string) => withoutOldFailure(failed, { status, batchId })
  assert.equal(of('finished', 'dsp-export-12-2'), { tagId })
  for (const counts of [of('finished', 'dsp-export-12-1'), of('failed', 'dsp-export-12-2')])
    assert.equal(counts, failed)
})

test.run()
