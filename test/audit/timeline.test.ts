import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { timelineEntries } from '../../src/audit/timeline.ts'
import type { EventLog, Recorded } from '../../src/ports/event-log.ts'
import { campaignCreated, campaignUpdated } from '../support/examples/campaign.ts'
import { recorded } from '../support/given/decider.ts'

const test = suite('the history of a campaign')
const stream = 'retail-campaign-acme:12'
const adUnits = Array.from({ length: 100 }, (_, i) => ({
  adUnitId: i + 1,
  adUnitName: `Unit ${i}`,
  dimension: '80x40',
  htmlSha256: `h${i}`,
}))
const renamed = Array.from({ length: 50 }, (_, i) => campaignUpdated({ retailCampaignName: `Spring ${i}` }))
const events = [campaignCreated({ adUnits }), ...renamed].map((event, i) => recorded(stream, event, i))

/** A log with the events of one stream; `read` counts those that are read. */
const logOf = (of: readonly Recorded[]) => {
  const log = {
    read: 0,
    async *readStreamPages(_: string, { from = 0 } = {}) {
      for (let at = from; at < of.length; at += 500) {
        const page = of.slice(at, at + 500)
        log.read += page.length
        yield page
      }
    },
  }
  return log
}

const entriesOf = async (of: readonly Recorded[], shown = async (_: string, state: unknown) => state) => {
  return entriesIn(logOf(of), of, shown)
}
const entriesIn = (log: object, of: readonly Recorded[], shown = async (_: string, state: unknown) => state) =>
  timelineEntries(
    of,
    of.map(() => []),
    log as EventLog,
    { shown, shownEvent: async (event: Recorded) => event },
  )

test('an entry costs what its event changed, however large the campaign is', async () => {
  const states: unknown[] = []
  const entries = await entriesOf(events, async (_, state) => {
    states.push(state)
    return state
  })
  assert.equal(entries[2]?.changes, [{ path: 'retailCampaignName', from: 'Spring 0', to: 'Spring 1' }])
  assert.is(states.length, 100)
  for (const state of states) assert.ok(JSON.stringify(state).length < 500, 'the ad units were read')
})

test('a large part that an event changes is compared as before', async () => {
  const [first, ...others] = adUnits
  const changed = recorded(stream, campaignUpdated({ adUnits: [{ ...first!, adUnitName: 'New' }, ...others] }), 1)
  const [, entry] = await entriesOf([events[0]!, changed])
  assert.equal(entry?.changes, [{ path: 'adUnits.0.adUnitName', from: 'Unit 0', to: 'New' }])
})

test('a page late in a long stream goes on from a state that the page before it has folded, in both orders', async () => {
  const long = Array.from({ length: 5_200 }, (_, i) =>
    recorded(stream, i === 0 ? campaignCreated() : campaignUpdated({ retailCampaignName: `Spring ${i}` }), i),
  )
  const log = logOf(long)
  const page = long.slice(5_000, 5_200)
  const first = await entriesIn(log, page.toReversed())
  assert.is(log.read, 5_200)
  log.read = 0
  const [next] = await entriesIn(log, long.slice(4_800, 5_000).toReversed())
  assert.is(log.read, 1_000)
  assert.equal(next?.changes, [{ path: 'retailCampaignName', from: 'Spring 4998', to: 'Spring 4999' }])
  log.read = 0
  assert.equal(await entriesIn(log, page), first.toReversed())
  assert.is(log.read, 200)
  // the events of another log are others
  const other = logOf(long)
  await entriesIn(other, page)
  assert.is(other.read, 5_200)
})

test('other requests are answered between two entries', async () => {
  let turns = 0
  let isDone = false
  const next = () => {
    turns++
    if (!isDone) setImmediate(next)
  }
  setImmediate(next)
  await entriesOf(events)
  isDone = true
  assert.ok(turns >= 50, `${turns} turns`)
})

test.run()
