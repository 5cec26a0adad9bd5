import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { minuteWindows } from '../../../src/http/security/minute-windows.ts'
import { stillClock } from '../../support/service/http.ts'

const test = suite('counters of a minute')
const windowsOf = (most: number) => {
  const clock = stillClock()
  return { clock, windows: minuteWindows(clock, most, () => ({ count: 0 })) }
}

test('a name keeps its counter for the minute, and starts anew in the next', () => {
  const { clock, windows } = windowsOf(10)
  windows.of('a').window.count++
  assert.equal(windows.of('a'), { window: { count: 1 }, seconds: 50 })
  clock.pass(49_999)
  assert.equal(windows.of('a'), { window: { count: 1 }, seconds: 1 })
  clock.pass(1)
  assert.equal(windows.of('a'), { window: { count: 0 }, seconds: 60 })
})

test('no number of names makes it larger than its bound; the ones in use stay', () => {
  const { windows } = windowsOf(100)
  for (let i = 0; i < 10_000; i++) {
    windows.of(`address ${i}`)
    windows.of('in use').window.count++
  }
  assert.is([...windows.entries()].length, 100)
  assert.is(windows.of('in use').window.count, 10_000)
})

test.run()
