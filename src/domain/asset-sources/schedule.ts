import { Cron } from 'croner'
import type * as t from 'io-ts'
import { checked } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { Day } from '../../codec/names.ts'
import { oneOf } from '../../codec/text.ts'
import { cut } from '../shared/cut.ts'

export const frequencies = ['HOURLY', 'DAILY', 'WEEKLY'] as const
const time = /^(?:[01]\d|2[0-3]):[0-5]\d$/
/** Characters of a time that was not understood, in its refusal. */
const mostShown = 40
/** A time of day in Eastern time. */
export const StartTime = checked(
  'string',
  (u): u is string => typeof u === 'string',
  u => {
    if (typeof u === 'string' && time.test(u)) return undefined
    const sent = typeof u === 'string' ? `, and not "${cut(u, mostShown)}"` : ''
    return `must be HH:MM, 24 hours, Eastern time, for example 14:30${sent}`
  },
  { type: 'string', maxLength: 5, pattern: time.source },
)

/** When a feed runs by itself (SOURCE-8). `from`: the day from which it counts; weekly feeds run on that day of the week. */
export const Schedule = fields({ startTime: StartTime, frequency: oneOf(...frequencies), from: Day }, { endDate: Day })
export type Schedule = t.TypeOf<typeof Schedule>

const timezone = 'America/New_York'

const patternOf = ({ startTime, frequency, from }: Schedule): string => {
  const [hour = '0', minute = '0'] = startTime.split(':').map(Number).map(String)
  if (frequency === 'HOURLY') return `${minute} * * * *`
  return `${minute} ${hour} * * ${frequency === 'WEEKLY' ? new Date(`${from}T00:00:00Z`).getUTCDay() : '*'}`
}

const days = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' })
/** The day of a moment in Eastern time. */
export const easternDay = (at: Date): string => days.format(at)

const cronOf = (schedule: Schedule): Cron => new Cron(patternOf(schedule), { timezone, paused: true })

/**
 * The next run after a moment; undefined when there is none, as the last one is on endDate (SOURCE-8). A time in the gap of the daylight saving
 * runs at the first valid minute, and one that occurs twice runs once.
 */
export const nextRun = (schedule: Schedule, after: string): string | undefined => {
  const next = cronOf(schedule).nextRun(new Date(after))
  if (next === null) return undefined
  return schedule.endDate !== undefined && easternDay(next) > schedule.endDate ? undefined : next.toISOString()
}

/** The first moment that is past: of `now`, or of the day after endDate, which croner reads in the time zone of the schedule. */
const pastFrom = ({ endDate }: Schedule, now: Date): Date | string => {
  if (endDate === undefined || easternDay(now) <= endDate) return new Date(now.getTime() + 1)
  const dayAfter = new Date(Date.parse(`${endDate}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  return `${dayAfter}T00:00:00`
}

/** The last run that is due by `now`, of those from `due` on: after a time without any node, a feed is read once. */
export const latestDue = (schedule: Schedule, due: string, now: string): string => {
  const latest = cronOf(schedule)
    .previousRuns(1, pastFrom(schedule, new Date(now)))[0]
    ?.toISOString()
  return latest !== undefined && latest > due ? latest : due
}
