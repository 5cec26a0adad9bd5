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

const entriesOf = async (of: readonly Recorded[], shown = async (_: string, state: unknown) => state) => {
  const log = {
    async *readStreamPages() {
      yield of
    },
  }
  const reader = { shown, shownEvent: async (event: Recorded) => event }
  return timelineEntries(
    of,
    of.map(() => []),
    log as unknown as EventLog,
    reader,
  )
}

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
