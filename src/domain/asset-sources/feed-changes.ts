import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type Rejection, rejection } from '../shared/decider.ts'
import type { FeedSettings } from './feed-events.ts'
import { checkedFormat, type FeedConfig, type FeedFormat } from './feed-format.ts'
import { easternDay, nextRun, type Schedule } from './schedule.ts'

export type SentSchedule = {
  readonly startTime?: string | undefined
  readonly endDate?: string | undefined
  readonly frequency?: Schedule['frequency'] | undefined
}

const over = rejection('invalid-request', 'The feed would never run: endDate has passed.', {
  errors: [{ pointer: '/endDate', code: 'passed', detail: 'must not be before the next run' }],
})
const timeMissing = rejection('invalid-request', 'startTime is missing.', {
  errors: [{ pointer: '/startTime', code: 'required', detail: 'must be sent for a feed that is scheduled' }],
})

/** The schedule of a request, with what stays of the one before (SOURCE-8). Refused when it has no run after `now`. */
export const scheduleOf = (
  { startTime, endDate, frequency }: SentSchedule,
  before: Schedule | undefined,
  now: Date,
): E.Either<Rejection, Schedule> => {
  const time = startTime ?? before?.startTime
  if (time === undefined) return E.left(timeMissing)
  const end = endDate ?? before?.endDate
  const schedule: Schedule = {
    startTime: time,
    frequency: frequency ?? before?.frequency ?? 'DAILY',
    from: before?.from ?? easternDay(now),
    ...(end === undefined ? {} : { endDate: end }),
  }
  return nextRun(schedule, now.toISOString()) === undefined ? E.left(over) : E.right(schedule)
}

/** What a request changes of a feed; absent members stay. `isScheduled` false ends the schedule. */
export type FeedChanges = {
  readonly format?: { readonly [K in keyof FeedFormat]?: FeedFormat[K] | undefined }
  readonly config?: FeedConfig | undefined
  readonly schedule?: SentSchedule & { readonly isScheduled?: boolean | undefined }
}

/** The settings of a feed after a change at a time; refused if they cannot be read by, or would never run. */
export const changedFeed = (
  settings: FeedSettings,
  { format: sent, config = settings.config, schedule: when = {} }: FeedChanges,
  now: Date,
): E.Either<Rejection, FeedSettings> => {
  const { schedule, ...rest } = settings
  const isTimed = [when.startTime, when.endDate, when.frequency].some(value => value !== undefined)
  const isScheduled = when.isScheduled ?? (schedule !== undefined || isTimed)
  return pipe(
    checkedFormat({ ...settings.format, ...sent } as FeedFormat),
    E.bindTo('format'),
    E.bind('next', () => (isScheduled ? scheduleOf(when, schedule, now) : E.right(undefined))),
    E.map(({ format, next }) => ({ ...rest, format, config, ...(next ? { schedule: next } : {}) })),
  )
}

/** Whether a feed is read in another way by these settings. */
export const readsAnew = (before: FeedSettings, next: FeedSettings): boolean =>
  JSON.stringify([before.format, before.config]) !== JSON.stringify([next.format, next.config])
