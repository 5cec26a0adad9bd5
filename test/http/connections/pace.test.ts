import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isTooSlow, type Wait, waitedUntil } from '../../../src/http/connections/pace.ts'

const pace = { stallMs: 120_000, bytesPerSecond: 4_096 }

/** Whether a client is ever too slow that moves `bytes` every `everyMs`, for a day; asked every five seconds. */
const isCut = (bytes: number, everyMs: number): boolean => {
  let wait: Wait | undefined
  for (let now = 0; now < 86_400_000; now += 5_000) {
    wait = waitedUntil(now, Math.floor(now / everyMs) * bytes, wait)
    if (isTooSlow(wait, now, pace)) return true
  }
  return false
}

test('a client that moves nothing is too slow', () => assert.ok(isCut(0, 1_000)))
test('one byte now and then is too slow', () => assert.ok(isCut(1, 29_000)))
test('a slow link is not too slow', () => assert.not(isCut(8_192, 1_000)))
// the operating system takes a third of its buffer at a time, up to 1.7 MB
test('neither is a slow link behind a large buffer', () => assert.not(isCut(1_700_000, 110_000)))
test('what moved before the wait does not count', () => {
  const wait = waitedUntil(1_000, 9_000_000, undefined)
  assert.ok(isTooSlow(waitedUntil(121_000, 9_000_100, wait), 121_000, pace))
})

test.run()
