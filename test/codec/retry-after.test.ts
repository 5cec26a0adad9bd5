import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { retryAfterMs } from '../../src/codec/retry-after.ts'

const now = new Date('2026-05-01T10:00:00.000Z')

for (const [header, ms] of [
  ['120', 120_000],
  [' 0 ', 0],
  ['Fri, 01 May 2026 10:02:00 GMT', 120_000],
  ['Friday, 01-May-26 10:02:00 GMT', 120_000],
  ['Fri, 01 May 2026 09:00:00 GMT', 0],
  ['Fri, 01 May 2026 10:02:00', 0],
  ['2026-05-01T10:02:00Z', 0],
  ['soon', 0],
  ['-5', 0],
  ['1.5', 0],
  ['', 0],
  [undefined, 0],
] as const)
  test(`a Retry-After of ${header} is ${ms} ms`, () => {
    assert.is(retryAfterMs(header, now), ms)
  })

test.run()
