import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { defaultTrackerTypes, parseTrackerTypes, trackerUrls } from '../../../src/domain/trackers/registry.ts'

const place = { accountId: 'acme', retailCampaignIdx: 12, adUnitId: 3, placementId: 'p&1', siteId: 9 }
const parsed = (value: unknown) => parseTrackerTypes(JSON.stringify(value))
const faults = (value: unknown): readonly string[] => {
  const result = parsed(value)
  return E.isLeft(result) ? result.left : []
}

test('activation accepts GCM and refuses MOAT', () => {
  assert.is(defaultTrackerTypes.get('GCM')?.activation, true)
  assert.is(defaultTrackerTypes.get('MOAT')?.activation, false)
  assert.is(defaultTrackerTypes.get('constructor'), undefined)
  for (const unset of [undefined, '', ' ']) assert.equal(parseTrackerTypes(unset), E.right(defaultTrackerTypes))
})

test('a tracker names its own campaign, and names are encoded', () => {
  const urls = trackerUrls(defaultTrackerTypes.get('GCM')!, place)
  assert.equal(urls.impression, [
    'https://ad.doubleclick.net/ddm/trackimp/N9.acme/B12.p%261;dc_trk_aid=3;ord={cachebuster}?',
  ])
  assert.is(urls.click.length, 1)
  assert.equal(urls.viewable, [])
  for (const type of defaultTrackerTypes.values())
    for (const url of Object.values(trackerUrls(type, { ...place, placementId: '"><script>{redirect}$&' })).flat())
      assert.ok(URL.canParse(url) && !/[<>"]|\{redirect\}/.test(url), url)
  assert.match(
    trackerUrls(defaultTrackerTypes.get('GCM')!, { accountId: 'acme', retailCampaignIdx: 12, adUnitId: 3 })
      .impression[0]!,
    'N0.acme/B12.0;',
  )
})

test('an installation can add its own tracker types', () => {
  const own = {
    GCM: { activation: false },
    OWN: {
      activation: true,
      impression: ['https://t.example/i?a={accountId}'],
      click: ['https://t.example/c?to={redirect}'],
    },
  }
  const result = parsed(own)
  assert.ok(E.isRight(result))
  assert.equal([...result.right.keys()], ['GCM', 'MOAT', 'OWN'])
  assert.is(result.right.get('GCM')?.activation, false)
  assert.equal(trackerUrls(result.right.get('OWN')!, place).impression, ['https://t.example/i?a=acme'])
})

test('the length of a template is counted in characters, as that of every other text', () => {
  const withCharacters = (count: number) => {
    const [start, rest] = ['https://t.example/', count - 'https://t.example/'.length]
    return parsed({ OWN: { activation: true, impression: [start + '😀'.repeat(rest)] } })
  }
  assert.equal(
    [2_048, 2_049].map(count => E.isRight(withCharacters(count))),
    [true, false],
  )
})

test('errors in TRACKER_TYPES are reported with their place', () => {
  const broken = parseTrackerTypes('{"GCM":')
  assert.equal(broken, E.left(['TRACKER_TYPES: must be JSON']))
  assert.equal(faults({ X: {} }), ['TRACKER_TYPES/X/activation: is missing or has the wrong type'])
  assert.match(
    faults({ X: { activation: true, impression: ['https://ok.example/', 'ftp://t.example/'] } })[0]!,
    /^TRACKER_TYPES\/X\/impression\/1: must be an http or https URL/,
  )
  for (const url of [
    'javascript:1',
    'https://t.example/{nonsense}',
    'https://t.example/{redirect}',
    'https://t.example/ x',
    7,
  ])
    assert.is(faults({ X: { activation: true, impression: [url] } }).length, 1, String(url))
  for (const whole of [[], 1, 'x', null]) assert.is(faults(whole).length, 1)
  assert.match(faults({ '': { activation: true } })[0]!, 'a name must be')
  assert.ok(E.isLeft(parseTrackerTypes('{"__proto__":{"activation":true}}')))
})

test('a click tracker leads on once, and all of a type make no longer address than a click may have', () => {
  const twice = faults({ X: { activation: true, click: ['https://t.example/?{redirect}{redirect}'] } })
  assert.match(twice[0] ?? '', /^TRACKER_TYPES\/X\/click\/0: must be .*, \{redirect\} at most once$/)
  const long = `https://t.example/?${'%'.repeat(2_000)}&to={redirect}`
  assert.equal(faults({ X: { activation: true, click: [long, long] } }), [])
  assert.equal(faults({ X: { activation: true, click: [long, long, long] } }), [
    'TRACKER_TYPES/X/click: the click trackers and the click-through make an address of more than 8192 characters',
  ])
})

test.run()
