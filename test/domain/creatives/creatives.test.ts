import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { AddCreatives } from '../../../src/domain/creatives/add-creatives.ts'
import { mustFitWhenCopied } from '../../../src/domain/creatives/copy-creatives.ts'
import { assetData } from '../../../src/domain/creatives/creative.ts'
import { creatives } from '../../../src/domain/creatives/creatives.ts'
import type { CreativesEvent } from '../../../src/domain/creatives/events.ts'
import type { SaveCreative } from '../../../src/domain/creatives/save-creative.ts'
import { creativesSnapshots } from '../../../src/domain/creatives/snapshots.ts'
import { noCreatives, withCreatives } from '../../../src/domain/creatives/state.ts'
import { creative, creativeDeleted, creativeSaved } from '../../support/examples/campaign.ts'
import { stepsOf, whateverIsDone } from '../../support/given/any-sequence.ts'
import { given } from '../../support/given/decider.ts'

const campaign = given(creatives)
const at = '2026-05-01T10:00:00.000Z'
const save = (over: Partial<SaveCreative> = {}): SaveCreative => ({
  kind: 'SaveCreative',
  accountId: 'acme',
  creativeName: 'pot',
  retailCampaignIdx: 12,
  dataServiceId: 3,
  missingAssets: [],
  at,
  ...over,
})
const headline = (columnValue: string, over = {}) => ({ columnName: 'headline', columnValue, ...over })

/** The events of consecutive commands. */
const after = (...commands: readonly SaveCreative[]): readonly CreativesEvent[] => {
  const events: CreativesEvent[] = []
  let state = creatives.initialState
  for (const command of commands) {
    const decided = creatives.decide(command, state)
    if (E.isLeft(decided)) throw new Error(decided.left.detail)
    events.push(...decided.right)
    state = decided.right.reduce(creatives.evolve, state)
  }
  return events
}
const stateAfter = (...commands: readonly SaveCreative[]) => campaign(...after(...commands)).state

test('saving the same creative again changes nothing', () => {
  campaign()
    .when(save({ dynamicAssets: [headline('Grow')] }))
    .thenTypes('CreativeSaved')
  campaign(...after(save({ dynamicAssets: [headline('Grow')] })))
    .when(save({ dynamicAssets: [headline('Grow')] }))
    .thenNothing()
})

test('all creatives of a campaign together have a bound, within which they can be kept in memory (CREATIVE-2)', () => {
  const long = 'x'.repeat(65_000)
  const columns = Array.from({ length: 14 }, (_, i) => ({
    columnName: `c${i}`,
    columnValue: long,
    adUnitTransformations: [],
  }))
  const full = Array.from({ length: 73 }, (_, i) => ({ creativeName: `n${i}`, columns })).reduce(
    (tree, one) => tree.set(one.creativeName, one),
    noCreatives.creatives,
  )
  const refusalOf = (command: SaveCreative | AddCreatives, tree = full) => {
    const decided = creatives.decide(command, withCreatives(tree, noCreatives))
    return E.isLeft(decided) ? `${decided.left.code}: ${decided.left.detail}` : ''
  }
  assert.is(refusalOf(save({ dynamicAssets: [headline(long)] })), '')
  assert.match(refusalOf(save({ dynamicAssets: columns })), /^invalid-request: .*larger than 64 MiB together/)
  const over = full.set('m', { creativeName: 'm', columns }).set('k', { creativeName: 'k', columns })
  assert.match(refusalOf({ kind: 'AddCreatives', names: ['new'], at }, over), /64 MiB/)
  assert.is(
    refusalOf(save({ creativeName: 'm', dynamicAssets: [{ columnName: 'c0', columnValue: '' }] }), over),
    '',
    'less',
  )
})

test('a save names only the missing files that are new (ADR 0135)', () => {
  const before = creativeSaved(creative('pot'), { missing: ['a.png'] })
  const both = save({ creativeName: 'can', missingAssets: ['a.png', 'b.png'], dynamicAssets: [headline('Grow')] })
  const events = campaign(before).when(both).right()
  assert.equal(
    events.map(({ data }) => 'missing' in data && data.missing),
    [['b.png']],
  )
  const after = campaign(before, ...events)
  assert.equal([...after.state.missingAssets], ['a.png', 'b.png'])
  const [again] = after.when({ ...both, dynamicAssets: [headline('Bloom')] }).right()
  assert.not.ok(again && 'missing' in again.data)
})

test('a campaign with many missing files can be saved, and its copy misses the same files (ADR 0135)', () => {
  const picture = (i: number, c: number) => `campaigns/spring/creative-${i}/picture-${c}.png`
  const saves = Array.from({ length: 60 }, (_, i) => {
    const missingAssets = Array.from({ length: 500 }, (_, c) => picture(i, c))
    const dynamicAssets = missingAssets.map((path, c) => ({ columnName: `c${c}`, columnValue: `/assets/acme/${path}` }))
    return save({ creativeName: `n${i}`, missingAssets, dynamicAssets })
  })
  const { creatives: tree, missingAssets: all } = stateAfter(...saves)
  const missingAssets = [...all]
  assert.is(missingAssets.length, 30_000)
  const copy = {
    kind: 'CopyCreatives' as const,
    accountId: 'acme',
    creatives: [...tree.values()].slice(0, 2),
    missingAssets,
    retailCampaignIdx: 13,
    dataServiceId: 4,
    at,
  }
  const copied = campaign(...campaign().when(copy).right()).state
  assert.equal(
    [...copied.missingAssets].sort(),
    missingAssets
      .filter(path => copy.creatives.some(({ creativeName }) => path.includes(`-${creativeName.slice(1)}/`)))
      .sort(),
  )
})

test('null clears what a DSP gets, and absent leaves it', () => {
  const before = save({ dspColumns: { brand: 'Acme' } })
  const dspOf = (over: Partial<SaveCreative>) => stateAfter(before, save(over)).creatives.get('pot')?.dspColumns
  assert.equal(dspOf({}), { brand: 'Acme' })
  assert.is(dspOf({ dspColumns: null }), undefined)
})

test('the missing files of a campaign have a bound, because its content hash reads them all; saves that name no new ones go on', () => {
  const paths = (start: string) => Array.from({ length: 500 }, (_, i) => `${start}${'a'.repeat(490)}-${i}.png`)
  const named = (start: string): SaveCreative => ({
    ...save({ creativeName: start, missingAssets: paths(start) }),
    dynamicAssets: [headline(start)],
  })
  const full = stateAfter(...Array.from({ length: 16 }, (_, i) => named(`${i}`)))
  const refusalOf = (command: SaveCreative) => {
    const decided = creatives.decide(command, full)
    return E.isLeft(decided) ? `${decided.left.code}: ${decided.left.detail}` : 'none'
  }
  assert.match(refusalOf(named('new')), /^invalid-request: .*more than 4 MiB/)
  assert.is(refusalOf({ ...named('0'), dynamicAssets: [headline('Grow')] }), 'none')
  assert.is(refusalOf({ ...named('new'), missingAssets: [] }), 'none', 'its files were uploaded')
})

test('ADD on an existing name and UPDATE on a missing one are refused', () => {
  campaign(...after(save()))
    .when(save({ service: 'ADD' }))
    .thenRejected('creative-exists')
  campaign()
    .when(save({ service: 'UPDATE' }))
    .thenRejected('not-found')
})

const naming = (columnName: string, from: number, to: number, over = {}) => ({
  columnName,
  columnValue: Array.from({ length: to - from }, (_, i) => `/assets/acme/${from + i}.png`).join('\n'),
  ...over,
})

test('a creative names at most 500 library paths, whatever the number of saves', () => {
  campaign()
    .when(save({ dynamicAssets: [naming('a', 0, 300), naming('b', 200, 500)] }))
    .thenTypes('CreativeSaved')
  const full = after(save({ dynamicAssets: [naming('a', 0, 500)] }))
  const one = save({ dynamicAssets: [naming('b', 500, 501)] })
  campaign(...full)
    .when(one)
    .thenRejected('invalid-request')
  campaign(...full)
    .when({ ...one, accountId: 'other' })
    .thenTypes('CreativeSaved')
  campaign(...full)
    .when(save({ dynamicAssets: [naming('a', 0, 500), naming('b', 0, 500), headline('Grow')] }))
    .thenTypes('CreativeSaved')
})

test('a column for all creatives is refused when one of them would name too many paths', () => {
  const others = after(save({ creativeName: 'full', dynamicAssets: [naming('a', 0, 500)] }), save())
  campaign(...others)
    .when(save({ dynamicAssets: [naming('b', 500, 501, { applyToAllVariants: true })] }))
    .thenRejected('invalid-request')
})

test('a creative that named more before the limit existed can be saved if it does not get more', () => {
  const earlier = after(save({ accountId: 'somebody', dynamicAssets: [naming('a', 0, 600)] }))
  campaign(...earlier)
    .when(save({ dynamicAssets: [headline('Grow')] }))
    .thenTypes('CreativeSaved')
  campaign(...earlier)
    .when(save({ dynamicAssets: [naming('a', 0, 550)] }))
    .thenTypes('CreativeSaved')
  campaign(...earlier)
    .when(save({ dynamicAssets: [naming('b', 600, 601)] }))
    .thenRejected('invalid-request')
})

test('columns not in the request stay', () => {
  const { state } = {
    state: stateAfter(
      save({ dynamicAssets: [headline('Grow'), { columnName: 'price', columnValue: '3' }] }),
      save({ dynamicAssets: [headline('Bloom')] }),
    ),
  }
  assert.equal(
    state.creatives.get('pot')?.columns.map(c => [c.columnName, c.columnValue]),
    [
      ['headline', 'Bloom'],
      ['price', '3'],
    ],
  )
})

test('dynamicAssetsModified false leaves the assets unchanged', () => {
  const state = stateAfter(
    save({ dynamicAssets: [headline('Grow')] }),
    save({ dynamicAssets: [headline('Bloom')], dynamicAssetsModified: false, clickthroughUrl: 'https://example.com/' }),
  )
  assert.is(state.creatives.get('pot')?.columns[0]?.columnValue, 'Grow')
  assert.is(state.creatives.get('pot')?.clickthroughUrl, 'https://example.com/')
  const productAssets = [{ columnName: 'price', columnValue: '7.90' }]
  const hybrid = stateAfter(save({ productAssets, dynamicAssetsModified: false }))
  assert.is(hybrid.creatives.get('pot')?.productColumns, undefined)
})

test('applyAllVariants changes the named creatives in the same append, and reports unknown ones', () => {
  const history = after(save(), save({ creativeName: 'can' }), save({ creativeName: 'lamp' }))
  campaign(...history)
    .when(save({ dynamicAssets: [headline('Sale')], applyAllVariants: ['can'] }))
    .thenTypes('CreativeSaved', 'CreativeSaved')
  campaign(...history)
    .when(save({ applyAllVariants: ['nothing'] }))
    .thenRejected('invalid-request')
  campaign(...history)
    .when(save({ creativeName: 'new', applyAllVariants: ['new'] }))
    .thenTypes('CreativeSaved')
})

test('a column marked applyToAllVariants applies to every creative; links apply only to the named one', () => {
  const state = stateAfter(
    save({ creativeName: 'can' }),
    save({
      dynamicAssets: [headline('Sale', { applyToAllVariants: true })],
      clickthroughUrl: 'https://example.com/pot',
    }),
  )
  assert.is(state.creatives.get('can')?.columns[0]?.columnValue, 'Sale')
  assert.is(state.creatives.get('can')?.clickthroughUrl, undefined)
})

test('a transformation keeps its index and increments its version', () => {
  const sized = (fontSize: number) => [
    headline('Grow', {
      adUnitTransformations: [
        { adUnitId: 101, transformations: [{ type: 'textStyle', transformation: { fontSize } }] },
      ],
    }),
  ]
  const one = (size: number) =>
    stateAfter(save({ dynamicAssets: sized(12) }), save({ dynamicAssets: sized(size) })).creatives.get('pot')
      ?.columns[0]?.adUnitTransformations[0]?.transformations[0]
  assert.equal([one(14)?.transformationIdx, one(14)?.versionId], [1, 2])
  assert.equal([one(12)?.transformationIdx, one(12)?.versionId], [1, 1])
  assert.equal([one(14)?.adIdx, one(14)?.adUnitIdx, one(14)?.dataServiceId, one(14)?.assetKey], [12, 101, 3, 'pot'])
})

const remove = (creativeName = 'pot') => ({ kind: 'DeleteCreative' as const, creativeName, at })

test('a creative is deleted once; a missing one is refused', () => {
  const history = after(save(), save({ creativeName: 'can' }))
  const { creativesHash } = stateAfter(save({ creativeName: 'can' }))
  campaign(...history)
    .when(remove())
    .then({ type: 'CreativeDeleted', data: { creativeName: 'pot', creativesHash, at } })
  campaign(...history, creativeDeleted('pot'))
    .when(remove())
    .thenRejected('not-found')
  campaign().when(remove()).thenRejected('not-found')
})

test('a creative that was deleted can be added again, with new indexes of transformations', () => {
  const moved = save({
    service: 'ADD',
    dynamicAssets: [
      headline('Grow', { adUnitTransformations: [{ adUnitId: 101, transformations: [{ type: 'crop' }] }] }),
    ],
  })
  const again = campaign(...after(moved), creativeDeleted('pot'))
    .when(moved)
    .right()
  const data = again.flatMap(event => (event.type === 'CreativeSaved' ? [event.data] : []))
  assert.equal(
    data.map(({ added, lastTransformationIdx }) => [added, lastTransformationIdx]),
    [[true, 2]],
  )
})

test('the content hash changes with every change, and only then', () => {
  const one = stateAfter(save({ dynamicAssets: [headline('Grow')] }))
  const same = stateAfter(save({ dynamicAssets: [headline('Bloom')] }), save({ dynamicAssets: [headline('Grow')] }))
  const other = stateAfter(save({ dynamicAssets: [headline('Bloom')] }))
  assert.is(one.creativesHash, same.creativesHash)
  assert.is.not(one.creativesHash, other.creativesHash)
})

const many = (count: number, length: number) =>
  stateAfter(
    ...Array.from({ length: count }, (_, i) =>
      save({ creativeName: `pot ${i}`, dynamicAssets: [headline('x'.repeat(length))] }),
    ),
  )

test('a save for all creatives that does not fit into one append is refused by the decision', () => {
  const state = many(40, 60_000)
  const everywhere = (value: string) =>
    creatives.decide(
      save({ creativeName: 'pot 1', dynamicAssets: [headline(value, { applyToAllVariants: true })] }),
      state,
    )
  const refused = everywhere('y'.repeat(60_000))
  assert.is(E.isLeft(refused) && refused.left.code, 'append-too-large')
  const short = everywhere('y')
  assert.is(E.isRight(short) && short.right.length, 40)
  const same = everywhere('x'.repeat(60_000))
  assert.equal(same, E.right([]), 'what changes nothing always fits')
})

test('cloning copies in parts that each fit into one append', () => {
  const originals = [...many(40, 60_000).creatives.values()]
  const copy = {
    kind: 'CopyCreatives' as const,
    accountId: 'acme',
    creatives: originals,
    missingAssets: [],
    retailCampaignIdx: 13,
    dataServiceId: 4,
    at,
  }
  const parts: CreativesEvent[][] = []
  let state = creatives.initialState
  for (;;) {
    const part = creatives.decide(copy, state)
    if (E.isLeft(part) || part.right.length === 0) break
    parts.push([...part.right])
    state = part.right.reduce(creatives.evolve, state)
  }
  assert.ok(parts.length > 2)
  assert.ok(parts.every(part => JSON.stringify(part).length < 1_000_000))
  assert.is(state.creatives.size, 40)
  assert.is(state.creativesHash, many(40, 60_000).creativesHash)
})

test('a creative whose copy would not fit into an append is found before anything is copied', () => {
  const copy = (length: number) => ({
    kind: 'CopyCreatives' as const,
    accountId: 'acme',
    creatives: [creative('pot', 'x'.repeat(length))],
    missingAssets: [],
    retailCampaignIdx: 13,
    dataServiceId: 4,
    at,
  })
  assert.ok(E.isRight(mustFitWhenCopied(copy(900_000))))
  const refused = mustFitWhenCopied(copy(999_900))
  assert.is(E.isLeft(refused) && refused.left.code, 'append-too-large')
})

const anySave = fc
  .record({
    creativeName: fc.constantFrom('a', 'b', 'c'),
    service: fc.constantFrom(undefined, 'ADD' as const, 'UPDATE' as const),
    value: fc.string({ maxLength: 5 }),
    everywhere: fc.boolean(),
    others: fc.subarray(['a', 'b', 'c']),
  })
  .map(({ creativeName, service, value, everywhere, others }) =>
    save({
      creativeName,
      ...(service ? { service } : {}),
      dynamicAssets: [headline(value, { applyToAllVariants: everywhere })],
      applyAllVariants: others,
    }),
  )

const anyDelete = fc.constantFrom('a', 'b', 'c').map(remove)

test('events alone determine the creatives, and what is refused changes nothing', () =>
  fc.assert(
    fc.property(fc.array(fc.oneof(anySave, anyDelete), { maxLength: 25 }), commands => {
      let state = creatives.initialState
      const seen = new Map<string, unknown>()
      for (const command of commands) {
        const decided = creatives.decide(command, state)
        if (E.isLeft(decided)) continue
        state = decided.right.reduce(creatives.evolve, state)
        for (const event of decided.right) {
          if (event.type === 'CreativeDeleted') assert.ok(seen.delete(event.data.creativeName))
          else {
            assert.is(event.data.added, !seen.has(event.data.creative.creativeName))
            seen.set(event.data.creative.creativeName, event.data.creative)
          }
        }
        if (command.kind === 'DeleteCreative') continue
        const again = creatives.decide({ ...command, service: 'UPDATE' }, state)
        assert.ok(E.isRight(again) && again.right.length === 0, 'a repeat changes nothing')
      }
      assert.equal(Object.fromEntries(state.creatives), Object.fromEntries(seen))
    }),
  ))

const anySaved = fc.array(anySave, { minLength: 1, maxLength: 5 }).map(saves => {
  let state = creatives.initialState
  for (const one of saves) {
    const decided = creatives.decide(one, state)
    if (E.isRight(decided)) state = decided.right.reduce(creatives.evolve, state)
  }
  return [...state.creatives.values()]
})

test('transformations of a copy are those of the new campaign, in their first version (CREATIVE-5)', () => {
  const crop = (x: number) =>
    headline('Grow', {
      adUnitTransformations: [
        { adUnitId: 1, transformations: [{ type: 'crop', transformation: { x, y: 0, width: 50, height: 50 } }] },
      ],
    })
  const { creatives: originals } = stateAfter(save({ dynamicAssets: [crop(1)] }), save({ dynamicAssets: [crop(2)] }))
  const copied = { accountId: 'acme', creatives: [...originals.values()], missingAssets: [] }
  const copy = { kind: 'CopyCreatives', ...copied, retailCampaignIdx: 13, dataServiceId: 4, at } as const
  const [step] = stepsOf(creatives, [copy])
  const [column] = step?.after.creatives.get('pot')?.columns ?? []
  const [found] = column?.adUnitTransformations[0]?.transformations ?? []
  assert.equal([found?.adIdx, found?.dataServiceId, found?.transformationIdx, found?.versionId], [13, 4, 1, 1])
})

test('cloning copies every creative once, unchanged, and the new campaign owns the copies', () =>
  fc.assert(
    fc.property(anySaved, originals => {
      const copy = {
        kind: 'CopyCreatives' as const,
        accountId: 'acme',
        creatives: originals,
        missingAssets: [],
        retailCampaignIdx: 13,
        dataServiceId: 4,
        at,
      }
      const [step, again] = stepsOf(creatives, [copy, copy])
      assert.equal(
        [...(step?.after.creatives.values() ?? [])].map(c => [c.creativeName, assetData(c)]),
        originals.map(c => [c.creativeName, assetData(c)]),
      )
      assert.equal(again?.after, step?.after)
    }),
  ))

const anyCommand = fc.oneof(
  anySave,
  anyDelete,
  anySaved.map(originals => ({
    kind: 'CopyCreatives' as const,
    accountId: 'acme',
    creatives: originals,
    missingAssets: [],
    retailCampaignIdx: 12,
    dataServiceId: 3,
    at,
  })),
)
test('the hash always matches the current creatives, saved, copied or deleted', () => {
  const byContent = new Map<string, string>()
  whateverIsDone(creatives, anyCommand, ({ after }) => {
    const content = JSON.stringify([...after.creatives].sort(([a], [b]) => (a < b ? -1 : 1)))
    assert.is(after.creativesHash, byContent.get(content) ?? after.creativesHash)
    byContent.set(content, after.creativesHash)
    const afresh = [...after.creatives]
      .reverse()
      .reduce((tree, [name, one]) => tree.set(name, one), noCreatives.creatives)
    assert.is(after.creativesHash, afresh.hash)
  })
})

test('a snapshot of creatives gives the same state again, whatever was done', () => {
  const { parts, withPart } = creativesSnapshots
  whateverIsDone(creatives, anyCommand, ({ after }) => {
    const written: Parameters<typeof withPart>[1][] = JSON.parse(JSON.stringify([...parts(after)]))
    const restored = written.reduce(withPart, creatives.initialState)
    assert.equal(restored, after)
    assert.is(restored.creatives.hash, after.creatives.hash)
  })
})

test('a snapshot of many creatives has parts of limited size', () => {
  const written = [...creativesSnapshots.parts(many(40, 20_000))]
  assert.ok(written.length >= 8)
  assert.ok(written.every(part => JSON.stringify(part).length < 150_000))
})

test.run()
