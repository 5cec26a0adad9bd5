import { Cron } from 'croner'
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
/** The latest run by going through all of them. */
const latestOfAll = (of: Schedule, due: string, now: string): string => {
  let latest = due
  for (let next = nextRun(of, latest); next !== undefined && next <= now; next = nextRun(of, latest)) latest = next
  return latest
}
test('the latest run is the last of all that were due, also around the daylight saving and after endDate', () => {
  const ends = [undefined, '2026-03-08', '2026-10-31', '2026-11-01']
  for (const frequency of ['HOURLY', 'DAILY', 'WEEKLY'] as const)
    for (const startTime of ['00:00', '01:30', '02:30', '23:59'])
      for (const endDate of ends)
        for (const start of ['2026-03-06T03:13:00.000Z', '2026-10-30T03:13:00.000Z']) {
          const of = schedule(startTime, { frequency, ...(endDate === undefined ? {} : { endDate }) })
          const due = nextRun(of, start)
          for (const hours of [0, 1, 26, 49.5, 75]) {
            if (due === undefined) continue
            const now = new Date(Date.parse(due) + hours * 3_600_000).toISOString()
            assert.is(latestDue(of, due, now), latestOfAll(of, due, now), JSON.stringify({ of, due, now }))
          }
        }
})
test('after months without any node the latest hourly run is found at once', () => {
  const { nextRun, previousRuns } = Cron.prototype
  let asked = 0
  Cron.prototype.nextRun = function (...args) {
    asked++
    return nextRun.apply(this, args)
  }
  Cron.prototype.previousRuns = function (...args) {
    asked++
    return previousRuns.apply(this, args)
  }
  try {
    const hourly = schedule('06:15', { frequency: 'HOURLY' })
    assert.is(latestDue(hourly, '2026-03-01T10:15:00.000Z', '2026-09-01T10:16:00.000Z'), '2026-09-01T10:15:00.000Z')
  } finally {
    Object.assign(Cron.prototype, { nextRun, previousRuns })
  }
  assert.is(asked, 1)
})

test.run()
