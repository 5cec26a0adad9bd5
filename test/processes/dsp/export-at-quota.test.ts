import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openDsp } from '../../../src/adapters/dsp/open-dsp.ts'
import { sharedQuota } from '../../../src/adapters/dsp/quota/shared-quota.ts'
import { volatileCounters } from '../../../src/adapters/embedded/reading/volatile-counters.ts'
import { activeAt, exportingNodes, snapshotOf, tagIds } from '../../support/memory/dsp-exports.ts'
import { volatileTable } from '../../support/memory/volatile-table.ts'
import { impatient, settingsOf, startDsp } from '../../support/servers/dsp.ts'
import { until } from '../../support/waiting/until.ts'
import { waitedClock } from '../../support/waiting/waited-clock.ts'

const test = suite('an export at the quotas of the DSP, by its process')
const units = 1_000

test('1,000 tags: no answer is 429, no attempt fails, and less than eight minutes', async () => {
  const clock = waitedClock()
  const table = volatileTable()
  const started = await startDsp({ now: () => clock.now().getTime(), tokenSeconds: 86_400 })
  const counters = volatileCounters(clock, async (rows, now) => table.exchange('node', rows, now))
  clock.exchanges.push(counters.exchange)
  const quota = sharedQuota({ clock, volatile: counters.volatile, wait: clock.wait })
  // without repeats, one answer of 429 would fail an attempt
  const patience = { ...impatient, retries: 0 }
  const dsp = openDsp({ settings: settingsOf(started.sandbox), fetcher: started.fetcher, quota, clock, patience })
  const nodes = await exportingNodes(started, dsp)
  try {
    await nodes.start(snapshotOf(units))
    nodes.work()
    await until(
      async () => nodes.ended(),
      ended => ended > 0,
    )
    const run = await nodes.run()
    assert.equal([run?.status, run?.exported, run?.failed, run?.begun], ['finished', units, 0, 1])
    assert.equal(activeAt(started), tagIds(units))
    assert.ok(clock.elapsedMs() < 8 * 60_000, `${clock.elapsedMs()} ms`)
  } finally {
    await nodes.stop()
    await started.stop()
  }
})

test.run()
