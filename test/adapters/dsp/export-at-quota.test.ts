import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openDsp } from '../../../src/adapters/dsp/open-dsp.ts'
import { sharedQuota } from '../../../src/adapters/dsp/quota/shared-quota.ts'
import { volatileCounters } from '../../../src/adapters/embedded/reading/volatile-counters.ts'
import { volatileTable } from '../../support/memory/volatile-table.ts'
import { impatient, mustDo, settingsOf, startDsp, tagOf } from '../../support/servers/dsp.ts'
import { waitedClock } from '../../support/waiting/waited-clock.ts'

const test = suite('an export at the quotas of the DSP')

for (const count of [1, 2])
  test(`1,000 tags from ${count} node${count > 1 ? 's' : ''}: no answer is 429, and less than eight minutes`, async () => {
    const clock = waitedClock()
    const table = volatileTable()
    const started = await startDsp({ now: () => clock.now().getTime(), tokenSeconds: 86_400 })
    try {
      const { sandbox, access, advertiserId, fetcher } = started
      const nodes = Array.from({ length: count }, (_, i) => {
        const counters = volatileCounters(clock, async (rows, now) => table.exchange(`node-${i}`, rows, now))
        clock.exchanges.push(counters.exchange)
        const quota = sharedQuota({ clock, volatile: counters.volatile, wait: clock.wait })
        return openDsp({ settings: settingsOf(sandbox), fetcher, quota, clock, patience: { ...impatient, retries: 0 } })
      })
      for (let i = 0; i < 1_000; i++)
        // without repeats, one answer of 429 would fail the test
        mustDo(await nodes[i % count]!.createCreative(access, advertiserId, tagOf(`tag-${i}`)))
      assert.is(sandbox.store.count(), 1_000)
      assert.ok(clock.elapsedMs() < 8 * 60_000, `${clock.elapsedMs()} ms`)
    } finally {
      await started.stop()
    }
  })

test.run()
