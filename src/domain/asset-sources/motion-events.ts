import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { At, fact, routine } from '../shared/fact.ts'
import { Retried } from '../shared/job.ts'
import { because, count } from '../shared/wording.ts'
import { mostRunFaults, RunFault } from './feed-events.ts'
import { SourceColumn } from './row-set.ts'

/** Maximum entries of assetSourceMap. */
export const mostMotionColumns = 50

/** A column whose values are films of this ad unit. */
export const MotionColumn = fields({ adUnitId: integer(1), column: SourceColumn })
export type MotionColumn = t.TypeOf<typeof MotionColumn>

/** The asset source that the other columns come from. With retailCampaignIdx it is the uploaded source of that campaign. */
export const BaseSource = fields({ assetSourceId: integer(1) }, { retailCampaignIdx: integer(1) })
export type BaseSource = t.TypeOf<typeof BaseSource>

/** What motion assets are rendered from: the creatives of a campaign in some of its ad units, for the rows of a base source. */
export const MotionSettings = fields({
  base: BaseSource,
  retailCampaignIdx: integer(1),
  columns: listOf(MotionColumn, mostMotionColumns, 1),
})
export type MotionSettings = t.TypeOf<typeof MotionSettings>

/** The asset source of this number was made for motion assets of this base source, campaign and name (SOURCE-10). */
export const MotionNameTaken = fact(
  'MotionNameTaken',
  fields({ assetSourceId: integer(1), at: At }),
  ({ assetSourceId }) => `A name of motion assets was taken by asset source ${assetSourceId}.`,
)
export type MotionNameTaken = t.TypeOf<typeof MotionNameTaken>

/** The asset source of its number gets motion assets. */
export const MotionAssetsConfigured = fact(
  'MotionAssetsConfigured',
  fields({ accountId: t.string, assetSourceId: integer(1), settings: MotionSettings, at: At }),
  ({ settings: { columns, retailCampaignIdx } }) =>
    `Motion assets of campaign ${retailCampaignIdx} were configured, in ${count(columns.length, 'column')}.`,
)
/** The motion assets have these settings from now on. */
export const MotionAssetsChanged = fact(
  'MotionAssetsChanged',
  fields({ settings: MotionSettings, at: At }),
  () => 'The settings of the motion assets changed.',
)
/** Films were requested. The work is in the stream of its queue id; only the last run that was requested is served. */
export const MotionRunRequested = fact(
  'MotionRunRequested',
  fields({ accountId: t.string, assetSourceId: integer(1), queueId: t.string, run: integer(1), at: At }),
  () => 'The films of the motion assets were requested.',
)
export const MotionEvent = t.union([MotionAssetsConfigured, MotionAssetsChanged, MotionRunRequested])
export type MotionEvent = t.TypeOf<typeof MotionEvent>

const attempt = integer(1)
const counts = { total: integer(0), failed: integer(0) }
const faults = listOf(RunFault, mostRunFaults)

/** How many films have been rendered, and how many could not be; `total` 0: work has begun. */
export const MotionRunProgressed = fact(
  'MotionRunProgressed',
  fields({ ...counts, attempt, done: integer(0), at: At }),
  routine,
)
/** An attempt failed and continues at retryAt. */
export const MotionRunAttemptFailed = fact(
  'MotionRunAttemptFailed',
  fields({ attempt, reason: t.string, retryAt: At, at: At }),
  ({ reason }) => `An attempt to render motion assets failed${because(reason)}`,
)
/** The rows that have all of their films are served; `faults` has the first films that are missing. */
export const MotionRunCompleted = fact(
  'MotionRunCompleted',
  fields({ ...counts, rows: integer(0), faults, at: At }),
  ({ rows, failed }) =>
    `Motion assets were rendered for ${count(rows, 'row')}${failed === 0 ? '' : `; ${count(failed, 'film is', 'films are')} missing`}.`,
)
/** No row has all of its films, or there is nothing to render; the rows before stay. */
export const MotionRunFailed = fact(
  'MotionRunFailed',
  fields({ ...counts, code: t.string, reason: t.string, faults, at: At }),
  ({ reason }) => `Rendering motion assets failed${because(reason)}`,
)
/** An operator has the run tried again at once: it failed, or paused after a failure. */
export const MotionRunRetried = fact(
  'MotionRunRetried',
  Retried,
  ({ reason }) => `An operator had motion assets rendered again${because(reason)}`,
)
export const MotionRunEvent = t.union([
  MotionRunProgressed,
  MotionRunAttemptFailed,
  MotionRunCompleted,
  MotionRunFailed,
  MotionRunRetried,
])
export type MotionRunEvent = t.TypeOf<typeof MotionRunEvent>
