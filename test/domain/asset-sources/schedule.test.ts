import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { latestDue, nextRun, type Schedule } from '../../../src/domain/asset-sources/schedule.ts'

const schedule = (startTime: string, more: Partial<Schedule> = {}): Schedule => ({
  startTime,
  frequency: 'DAILY',
  from: '2026-03-01',
  ...more,
})
const runs = (of: Schedule, after: string, count: number): string[] => {
  const found: string[] = []
  for (let at: string | undefined = after; at !== undefined && found.length < count; ) {
    at = nextRun(of, at)
    if (at !== undefined) found.push(at.slice(0, 16))
  }
  return found
}

test('a daily run is at its Eastern time, in winter and in summer', () => {
  assert.equal(runs(schedule('06:30'), '2026-01-10T00:00:00Z', 2), ['2026-01-10T11:30', '2026-01-11T11:30'])
  assert.equal(runs(schedule('06:30'), '2026-07-10T00:00:00Z', 2), ['2026-07-10T10:30', '2026-07-11T10:30'])
})
test('a time in the gap of the daylight saving runs at the first valid minute', () =>
  assert.equal(runs(schedule('02:30'), '2026-03-07T12:00:00Z', 2), ['2026-03-08T07:00', '2026-03-09T06:30']))
test('a time that occurs twice runs once', () =>
  assert.equal(runs(schedule('01:30'), '2026-10-31T12:00:00Z', 2), ['2026-11-01T05:30', '2026-11-02T06:30']))
test('an hourly run is at the minute of its time', () =>
  assert.equal(runs(schedule('06:15', { frequency: 'HOURLY' }), '2026-05-01T10:20:00Z', 2), [
    '2026-05-01T11:15',
    '2026-05-01T12:15',
  ]))
test('a weekly run is on the day of the week from which it counts', () =>
  // 1 March 2026 is a Sunday
  assert.equal(runs(schedule('06:30', { frequency: 'WEEKLY' }), '2026-03-03T00:00:00Z', 2), [
    '2026-03-08T10:30',
    '2026-03-15T10:30',
  ]))
test('the last run is on endDate, in Eastern time', () =>
  assert.equal(runs(schedule('23:30', { endDate: '2026-05-02' }), '2026-05-01T12:00:00Z', 5), [
    '2026-05-02T03:30',
    '2026-05-03T03:30',
  ]))
test('after a time without any node only the latest run is due', () => {
  assert.is(
    latestDue(schedule('06:30'), '2026-05-01T10:30:00.000Z', '2026-05-06T00:00:00.000Z'),
    '2026-05-05T10:30:00.000Z',
  )
  assert.is(
    latestDue(schedule('06:30'), '2026-05-01T10:30:00.000Z', '2026-05-01T10:31:00.000Z'),
    '2026-05-01T10:30:00.000Z',
  )
})

test.run()
