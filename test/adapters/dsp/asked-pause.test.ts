import * as t from 'io-ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openApi } from '../../../src/adapters/dsp/call.ts'
import { noQuota } from '../../support/servers/dsp.ts'

const clock = { now: () => new Date('2026-05-01T10:00:00.000Z') }

for (const [retryAfter, askedMs] of [
  ['20', 20_000],
  ['Fri, 01 May 2026 10:00:20 GMT', 20_000],
  ['later', 0],
] as const)
  test(`a DSP that asks to wait until ${retryAfter} is given that time`, async () => {
    const headers = { 'retry-after': retryAfter }
    const exchange = async () => ({ status: 429, headers, body: { error: {} } })
    const api = openApi({ url: 'https://dsp.test', exchange, quota: noQuota, clock })
    const failed = await api(
      { accountId: 'acme', token: async () => 'token' },
      {
        method: 'GET',
        path: '/advertisers',
        advertiserId: 1,
        codec: t.any,
      },
    )
    assert.is(failed.askedMs, askedMs)
  })

test.run()
