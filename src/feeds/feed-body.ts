import * as t from 'io-ts'
import { about } from '../codec/described.ts'
import { Day, Name } from '../codec/names.ts'
import { oneOf } from '../codec/text.ts'
import { RolesBody } from '../domain/asset-sources/roles.ts'
import { SourceColumn } from '../domain/asset-sources/row-set.ts'
import { frequencies, StartTime } from '../domain/asset-sources/schedule.ts'

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
  isScheduled: about(t.boolean, 'false switches the schedule off and keeps it; true switches it on again.'),
} as const
