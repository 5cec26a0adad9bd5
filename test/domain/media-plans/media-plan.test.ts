import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { MediaPlanEvent } from '../../../src/domain/media-plans/events.ts'
import { type MediaPlanCommand, mediaPlan } from '../../../src/domain/media-plans/media-plan.ts'
import type { MediaPlan } from '../../../src/domain/media-plans/plan.ts'
import { type TrackerField, trackerFieldNames, trackerFields } from '../../../src/domain/media-plans/tracker-fields.ts'
import { countsOf, type TrackerItem } from '../../../src/domain/media-plans/tracker-update.ts'
import { isTracker, refusedValues, sentArrays } from '../../../src/domain/media-plans/tracker-values.ts'
import { given } from '../../support/given/decider.ts'

const at = '2026-05-01T10:00:00.000Z'
const site = (siteId: number, siteName: string, ...names: readonly string[]) => ({
  id: siteId,
  siteId,
  siteName,
  placements: names.map((placementName, i) => ({ placementId: `${siteId}${i}`, placementName })),
})
const body = { mediaPlanName: 'Plan', sites: [site(1, 'one', 'a', 'b'), site(2, 'two', 'a')] }
const saved: MediaPlanEvent = { type: 'MediaPlanSaved', data: { mediaPlanId: 9, plan: body, at } }
const update = (items: readonly TrackerItem[], campaignId = 5): MediaPlanCommand => ({
  kind: 'UpdateTrackers',
  campaignId,
  items,
  isValidate: false,
  at,
})
const history = given(mediaPlan)

test('saving a plan again changes nothing, and trackers of a missing plan are refused', () => {
  const save = { kind: 'SaveMediaPlan', mediaPlanId: 9, plan: body, at } as const
  history().when(save).then(saved)
  history(saved).when(save).thenNothing()
  history().when(update([])).thenRejected('not-found')
})
test('an update cannot make a plan larger than it may be saved (PLAN-8, PLAN-9)', () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => `p${i}`)
  const holding = (...sites: readonly ReturnType<typeof site>[]): MediaPlanEvent => {
    return { type: 'MediaPlanSaved', data: { mediaPlanId: 9, plan: { mediaPlanName: 'Plan', sites: [...sites] }, at } }
  }
  const item = (siteName: string, placementName: string) => ({ siteName, placementName })
  const full = holding(site(1, 'one', ...names(5_000)))
  history(full)
    .when(update([item('one', 'new')]))
    .thenRejected('invalid-request')
  history(full)
    .when(update([{ ...item('one', 'p1'), primaryClickTracker: 'https://a.example.com/' }]))
    .thenTypes('TrackersUpdated')
  history(full)
    .when(update([item('two', 'new')]))
    .thenTypes('TrackersUpdated')
  const manySites = holding(...names(1_000).map((name, i) => site(i + 1, name)))
  history(manySites)
    .when(update([item('p1', 'new')]))
    .thenTypes('TrackersUpdated')
  history(manySites)
    .when(update([item('new', 'new')]))
    .thenRejected('invalid-request')
  const tooMany = holding(site(1, 'one', ...names(5_001)))
  history(tooMany)
    .when(update([{ ...item('one', 'p1'), primaryClickTracker: 'https://a.example.com/' }]))
    .thenTypes('TrackersUpdated')
})
test('a tracker contains {redirect} at most once', () => {
  const twice = 'https://a.example.com/?a={redirect}&b={redirect}'
  assert.equal([isTracker(twice, true), isTracker(twice, false)], [false, false])
  const item = { primaryClickTracker: twice, creativeLoadEventTracker: 'https://a.example.com/' }
  assert.equal(refusedValues([item], false), { primaryClickTracker: [twice] })
  assert.equal(sentArrays(item, false), { creativeLoadEventTracker: ['https://a.example.com/'] })
})
test('click trackers that make too long an address together are refused together', () => {
  const long = (n: number) => `https://a.example.com/${n}?${'%'.repeat(2_000)}&to=`
  const secondary = { secondaryClickTracker1: `${long(2)}{redirect}`, secondaryClickTracker2: `${long(3)}{redirect}` }
  const both = { ...secondary, creativeLoadEventTracker: 'https://a.example.com/' }
  assert.equal(refusedValues([both], false), {})
  const all = { primaryClickTracker: long(1), ...both }
  assert.equal(refusedValues([all, both], false), {
    primaryClickTracker: [long(1)],
    secondaryClickTracker1: [secondary.secondaryClickTracker1],
    secondaryClickTracker2: [secondary.secondaryClickTracker2],
  })
  assert.equal(sentArrays(all, false), { creativeLoadEventTracker: ['https://a.example.com/'] })
  assert.equal(sentArrays({ ...all, primaryClickTracker: '' }, false).primaryClickTracker, [])
})
test('the counts of an update tell what changed from what is new (PLAN-6)', () => {
  const url = (n: number) => `https://a.example.com/${n}`
  const both = {
    siteName: 'one',
    placementName: 'a',
    secondaryClickTracker1: url(1),
    secondaryClickTracker2: url(2),
  }
  const eventsOf = (item: TrackerItem, ...before: readonly MediaPlanEvent[]) => {
    const decided = mediaPlan.decide(update([item]), history(saved, ...before).state)
    return E.isRight(decided) ? decided.right : []
  }
  const countsAfter = (item: TrackerItem) => {
    const [event] = eventsOf(item, ...eventsOf(both))
    return countsOf(event?.type === 'TrackersUpdated' ? event.data : undefined)
  }
  const none = countsOf(undefined)
  const one = { siteUpdatedCount: 1, placementUpdatedCount: 1, trackerAppendedCount: 1 }
  assert.equal(countsAfter({ ...both, secondaryClickTracker2: url(3) }), { ...none, ...one })
  const added = { siteName: 'one', placementName: 'new', primaryClickTracker: url(1) }
  assert.equal(countsAfter(added), { ...none, siteUpdatedCount: 1, placementAppendedCount: 1, trackerAppendedCount: 1 })
})
test('an update records only its changes', () => {
  const primaryClickTracker = 'https://a.example.com/'
  history(saved)
    .when(
      update([
        { siteName: 'one', placementName: 'a', primaryClickTracker },
        { siteName: 'one', placementName: 'b' },
      ]),
    )
    .then({
      type: 'TrackersUpdated',
      data: {
        sites: [
          {
            id: 1,
            siteId: 1,
            siteName: 'one',
            appended: false,
            placements: [
              {
                placementId: '10',
                placementName: 'a',
                appended: false,
                trackers: { primaryClickTracker: [primaryClickTracker] },
                added: 1,
              },
            ],
          },
        ],
        campaignId: 5,
        at,
      },
    })
})
test('a tracker is a web address of at most 2,048 characters, and https if validated', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a macro of an ad server
  for (const good of ['https://a.example.com', 'https://a.example.com/?u={redirect}&t=${CACHEBUSTER}'])
    assert.equal([isTracker(good, true), isTracker(good, false)], [true, true], good)
  assert.equal([isTracker('http://a.example.com', true), isTracker('http://a.example.com', false)], [false, true])
  const long = `https://a.example.com/${'x'.repeat(2_048)}`
  for (const bad of ['', 'a', 'javascript:alert(1)', '//a.example.com', 'https://', 'https://a b', 'https://a"b', long])
    assert.equal([isTracker(bad, true), isTracker(bad, false)], [false, false], bad)
})

const values = fc.constantFrom(
  '',
  'https://a.example.com/1',
  'https://b.example.com/2',
  'no address',
  'http://c.example.com',
)
const fieldNames = fc.constantFrom<TrackerField>(...trackerFieldNames.slice(0, 5))
const items: fc.Arbitrary<TrackerItem> = fc
  .tuple(fc.constantFrom('one', 'two', 'new'), fc.constantFrom('a', 'b', 'c'), fc.dictionary(fieldNames, values))
  .map(([siteName, placementName, fields]) => ({ siteName, placementName, ...fields }))
const commands: fc.Arbitrary<MediaPlanCommand> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(fc.array(items, { maxLength: 6 }), fc.integer({ min: 1, max: 3 })).map(a => update(...a)),
  },
  {
    weight: 1,
    arbitrary: fc
      .subarray(body.sites)
      .map((sites): MediaPlanCommand => ({ kind: 'SaveMediaPlan', mediaPlanId: 9, plan: { ...body, sites }, at })),
  },
)

/** The reference model for the decider: arrays by site and placement name, changed one item at a time. */
const plainly = (state: MediaPlan, sent: readonly TrackerItem[]): Map<string, string[]> => {
  const arrays = new Map<string, string[]>()
  for (const s of state.sites)
    for (const p of s.placements)
      for (const [array, held] of Object.entries(p.trackers))
        arrays.set(`${s.siteName}/${p.placementName}/${array}`, [...(held ?? [])])
  for (const item of sent) {
    const touched = new Set<string>()
    for (const field of trackerFieldNames) {
      const value = item[field]
      if (value === undefined || (value !== '' && !isTracker(value, false))) continue
      const key = `${item.siteName}/${item.placementName}/${trackerFields[field]}`
      if (!touched.has(key)) arrays.set(key, [])
      touched.add(key)
      const held = arrays.get(key) ?? []
      if (value !== '' && !held.includes(value)) held.push(value)
    }
  }
  for (const [key, held] of arrays) if (held.length === 0) arrays.delete(key)
  return arrays
}

test('under any history trackers equal a simple fold, ids are never reused, and a repeat changes nothing', () => {
  fc.assert(
    fc.property(fc.array(commands, { maxLength: 12 }), asked => {
      let state = [saved].reduce<MediaPlan | undefined>(mediaPlan.evolve, undefined)
      const ids = new Map<string, string>()
      for (const command of asked) {
        const before = state
        if (before === undefined) return
        const decided = mediaPlan.decide(command, before)
        if (E.isLeft(decided)) throw new Error(decided.left.detail)
        for (const event of decided.right) assert.ok(E.isRight(mediaPlan.events.decode(event)))
        state = decided.right.reduce<MediaPlan | undefined>(mediaPlan.evolve, before)
        if (state === undefined) return
        if (command.kind === 'UpdateTrackers') {
          assert.equal([...plainly(state, [])].sort(), [...plainly(before, command.items)].sort())
          const known = new Set(before.sites.flatMap(s => s.placements.map(p => p.placementId)))
          for (const s of state.sites)
            for (const p of s.placements) {
              const name = `${s.siteName}/${p.placementName}`
              if (!known.has(p.placementId)) assert.not.ok(ids.has(p.placementId), `${p.placementId} again`)
              ids.set(p.placementId, name)
            }
          const counts = countsOf(decided.right.flatMap(e => (e.type === 'TrackersUpdated' ? [e.data] : []))[0])
          const count = (plan: MediaPlan) => plan.sites.reduce((sum, s) => sum + s.placements.length, 0)
          assert.is(counts.siteAppendedCount, state.sites.length - before.sites.length)
          assert.is(counts.placementAppendedCount, count(state) - count(before))
          assert.is(counts.updatedCampaignId, before.campaignId !== command.campaignId)
        }
        const again = mediaPlan.decide(command, state)
        assert.equal(E.isRight(again) && again.right, [])
      }
    }),
  )
})

test('new sites and placements get unique ids even if the largest ids are in use', () => {
  const largest = Number.MAX_SAFE_INTEGER
  const placements = [
    { placementId: String(largest), placementName: 'a' },
    { placementId: '1', placementName: 'b' },
  ]
  const sites = [{ id: largest, siteId: largest, siteName: 'one', placements }]
  const save: MediaPlanEvent = {
    type: 'MediaPlanSaved',
    data: { mediaPlanId: 9, plan: { mediaPlanName: 'Plan', sites }, at },
  }
  let plan = mediaPlan.evolve(mediaPlan.initialState, save)
  for (const [siteName, placementName] of [
    ['one', 'c'],
    ['one', 'd'],
    ['two', 'a'],
    ['three', 'a'],
  ] as const) {
    const decided = mediaPlan.decide(update([{ siteName, placementName }]), plan)
    if (E.isLeft(decided)) throw new Error(decided.left.detail)
    for (const event of decided.right) plan = mediaPlan.evolve(plan, event)
  }
  const found = plan?.sites ?? []
  assert.equal(
    found.map(s => [s.id, s.siteId, s.placements.map(p => p.placementName)]),
    [
      [largest, largest, ['a', 'b', 'c', 'd']],
      [1, 1, ['a']],
      [2, 2, ['a']],
    ],
  )
  const ids = found.flatMap(s => s.placements.map(p => p.placementId))
  assert.is(new Set(ids).size, ids.length, ids.join(' '))
})

test('a plan that would exceed the size limit is refused', () => {
  const long = (name: string) => `https://a.example.com/${name}/${'x'.repeat(1_900)}`
  const placements = Array.from({ length: 240 }, (_, i) => `p${i}`)
  const sent = (name: string): TrackerItem[] =>
    placements.map(p => ({
      siteName: name,
      placementName: p,
      primaryClickTracker: long(p),
      secondaryClickTracker1: long(`${p}/1`),
    }))
  let state = [saved].reduce<MediaPlan | undefined>(mediaPlan.evolve, undefined)
  for (let i = 0; i < 20; i++) {
    const decided = mediaPlan.decide(update(sent(`site ${i}`)), state)
    if (E.isLeft(decided)) {
      assert.is(decided.left.errors?.[0]?.pointer, '/mediaPlanDetails')
      assert.ok(i > 5, 'plans below the limit are accepted')
      return
    }
    state = decided.right.reduce<MediaPlan | undefined>(mediaPlan.evolve, state)
  }
  assert.unreachable('a plan of 18 MB was accepted')
})

test.run()
