import { pino } from 'pino'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createMetrics } from '../../src/http/observe/metrics.ts'
import { watchStores } from '../../src/node/readiness.ts'
import type { Stores } from '../../src/node/stores/open-stores.ts'
import { until } from '../support/waiting/until.ts'

const shown = { head: 7, reflected: 7, failedViews: [], building: [], fatal: undefined, feeding: true, away: [] }

test('while a store does not answer, the metrics show no positions, and that the node is not ready', async () => {
  let status = { ...shown, ready: true, isStale: false }
  const stores = { status: () => status, projections: [{ name: 'notes', version: 1 }] } as unknown as Stores
  const metrics = createMetrics()
  const watch = watchStores(stores, () => [], metrics, pino({ level: 'silent' }))
  const shows = (...lines: readonly string[]) =>
    until(
      () => metrics.text(),
      text => lines.every(line => text.includes(`\n${line}\n`)),
    )
  const lagOf = (view: string, lag: string) => `endcap_projection_lag_positions{view="${view}"} ${lag}`
  try {
    await shows('endcap_ready 1', 'endcap_log_head_position 7', lagOf('all', '0'), lagOf('notes', '0'))
    status = { ...shown, ready: false, isStale: true }
    const text = await shows('endcap_ready 0', 'endcap_log_head_position Nan', lagOf('all', 'Nan'))
    assert.not.match(text, 'lag_positions{view="notes"}')
    status = { ...shown, ready: true, isStale: false }
    await shows('endcap_ready 1', 'endcap_log_head_position 7', lagOf('all', '0'), lagOf('notes', '0'))
  } finally {
    watch.stop()
  }
})

test.run()
