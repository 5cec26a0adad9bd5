import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type Rejection, rejection } from '../shared/decider.ts'
import { sameJson } from '../shared/digest.ts'
import type { FeedSettings } from './feed-events.ts'
import { checkedFormat, type FeedConfig, type FeedFormat, sentOptions } from './feed-format.ts'
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

/** The schedule of a request, with what stays of the one before (SOURCE-8). */
const merged = (
  { startTime, endDate, frequency }: SentSchedule,
  before: Schedule | undefined,
  now: Date,
): E.Either<Rejection, Schedule> => {
  const time = startTime ?? before?.startTime
  if (time === undefined) return E.left(timeMissing)
  const end = endDate ?? before?.endDate
  return E.right({
    startTime: time,
    frequency: frequency ?? before?.frequency ?? 'DAILY',
    from: before?.from ?? easternDay(now),
    ...(end === undefined ? {} : { endDate: end }),
  })
}

/** When a feed runs, or would run if it were switched on. */
export type Timing = { readonly schedule?: Schedule; readonly paused?: Schedule }

/** The schedule of a new feed, or of one that is switched on. Refused when it has no run after `now`. */
const running = (sent: SentSchedule, before: Schedule | undefined, now: Date): E.Either<Rejection, Timing> =>
  pipe(
    merged(sent, before, now),
    E.filterOrElse(
      schedule => nextRun(schedule, now.toISOString()) !== undefined,
      () => over,
    ),
    E.map(schedule => ({ schedule })),
  )

/** What a request says of the schedule; `isScheduled` switches it on or off, and keeps it. */
export type SentTiming = SentSchedule & { readonly isScheduled?: boolean | undefined }

/** The timing of a new feed that has a time: on, unless the request says otherwise (SOURCE-7). */
export const newTiming = ({ isScheduled = true, ...sent }: SentTiming, now: Date): E.Either<Rejection, Timing> =>
  isScheduled ? running(sent, undefined, now) : E.map((paused: Schedule) => ({ paused }))(merged(sent, undefined, now))

/** The timing after a request: only isScheduled switches a feed on or off, and what is absent stays, even a schedule that is over (SOURCE-9). */
const changedTiming = (
  { isScheduled, ...sent }: SentTiming,
  timing: Timing,
  now: Date,
): E.Either<Rejection, Timing> => {
  const { schedule, paused } = timing
  const before = schedule ?? paused
  const isTimed = [sent.startTime, sent.endDate, sent.frequency].some(value => value !== undefined)
  if (isScheduled === undefined && !isTimed) return E.right(timing)
  if (isScheduled ?? schedule !== undefined) return running(sent, before, now)
  // there is no time yet that could be kept
  if (before === undefined && isScheduled === false && sent.startTime === undefined) return E.right({})
  return E.map((kept: Schedule) => ({ paused: kept }))(merged(sent, before, now))
}

/** What a request changes of a feed; absent members stay. */
export type FeedChanges = {
  readonly format?: { readonly [K in keyof FeedFormat]?: FeedFormat[K] | undefined }
  readonly config?: FeedConfig | undefined
  readonly schedule?: SentTiming
}

/** The settings of a feed after a change at a time; refused if they cannot be read by, or would never run. */
export const changedFeed = (
  settings: FeedSettings,
  { format: sent, config = settings.config, schedule: when = {} }: FeedChanges,
  now: Date,
): E.Either<Rejection, FeedSettings> => {
  const { schedule, paused, ...rest } = settings
  const before = { ...(schedule ? { schedule } : {}), ...(paused ? { paused } : {}) }
  return pipe(
    checkedFormat({ ...settings.format, ...sent } as FeedFormat),
    E.bindTo('format'),
    E.bind('timing', () => changedTiming(when, before, now)),
    E.map(({ format, timing }) => ({ ...rest, format, config, ...timing })),
  )
}

/** Whether a feed is read in another way by these settings. */
export const readsAnew = (before: FeedSettings, next: FeedSettings): boolean =>
  JSON.stringify([before.format, before.config]) !== JSON.stringify([next.format, next.config])

/** Whether how the file is read must be found out anew by these settings: its place, format, options or configuration differ. */
export const findsAnew = (before: FeedSettings, next: FeedSettings): boolean => {
  const ways = [before, next].map(({ place, format, config }) => [
    place,
    format.contentType,
    sentOptions(format),
    config,
  ])
  return !sameJson(ways[0], ways[1])
}
