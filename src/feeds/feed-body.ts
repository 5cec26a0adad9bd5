import * as E from 'fp-ts/lib/Either.js'
import { about } from '../codec/described.ts'
import { Day, Name } from '../codec/names.ts'
import { oneOf } from '../codec/text.ts'
import { RolesBody } from '../domain/asset-sources/roles.ts'
import { SourceColumn } from '../domain/asset-sources/row-set.ts'
import { easternDay, frequencies, nextRun, type Schedule, StartTime } from '../domain/asset-sources/schedule.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'

/** The name and key column of a feed's asset source, which are required, and the other roles. */
export const sourceBody = {
  required: {
    assetSourceName: about(Name, 'The name of the asset source.'),
    assetKeyColumn: about(SourceColumn, 'The column whose value identifies a row.'),
  },
  roles: RolesBody,
} as const

export const scheduleBody = {
  startTime: about(StartTime, 'When the feed is read, HH:MM in Eastern time.'),
  endDate: about(Day, 'The last day on which the feed is read, YYYY-MM-DD.'),
  frequency: about(oneOf(...frequencies), 'How often the feed is read; default DAILY.'),
} as const

type SentSchedule = {
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
