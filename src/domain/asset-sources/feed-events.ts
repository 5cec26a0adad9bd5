import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { oneOf } from '../../codec/text.ts'
import { At, fact, routine } from '../shared/fact.ts'
import { Retried } from '../shared/job.ts'
import { because, count } from '../shared/wording.ts'
import { FeedUrl, urlTypes } from './feed-address.ts'
import { FeedConfig, FeedFormat, Understood } from './feed-format.ts'
import { Schedule } from './schedule.ts'

/** Where a feed is. Credentials and additionalParams are under secretId, if it has any. */
export const StoredPlace = t.union([
  fields({ fileId: t.string }),
  fields(
    { url: FeedUrl, urlType: oneOf(...urlTypes) },
    { httpMethod: oneOf('GET', 'POST'), portNumber: integer(1), secretId: t.string },
  ),
])
export type StoredPlace = t.TypeOf<typeof StoredPlace>

/**
 * What a feed is read by, and when: `schedule` is that of a feed that is switched on, `paused` that of one that is switched off (ADR 0119). A
 * feed that never had a time has neither.
 */
const settings = { place: StoredPlace, format: FeedFormat, config: FeedConfig } as const
export const FeedSettings = fields(settings, { schedule: Schedule, paused: Schedule })
export type FeedSettings = t.TypeOf<typeof FeedSettings>

/** A feed was configured for the asset source of its number. */
export const FeedConfigured = fact(
  'FeedConfigured',
  fields({ accountId: t.string, assetSourceId: integer(1), settings: FeedSettings, at: At }),
  ({ settings: { format, schedule } }) =>
    `A feed (${format.contentType}) was configured${schedule ? `, which runs ${schedule.frequency.toLowerCase()}` : ''}.`,
)
/** The feed has these settings from now on. */
export const FeedChanged = fact(
  'FeedChanged',
  fields({ settings: FeedSettings, at: At }),
  () => 'The settings of the feed changed.',
)
const inWords = ({ csvSeparator, rowXPath }: Understood): string =>
  csvSeparator ? `cells separated by ${csvSeparator}` : `rows at ${rowXPath ?? '/'}`

/** The first run found out how the file is read; later runs read it in the same way, until the settings change. */
export const FeedUnderstood = fact(
  'FeedUnderstood',
  fields({ understood: Understood, at: At }),
  ({ understood }) => `The feed was understood (${inWords(understood)}); later runs read it in the same way.`,
)
/** A run was requested: by a caller, or because it was `due`. Its work is in the stream of its queue id. */
export const FeedRunRequested = fact(
  'FeedRunRequested',
  fields({ accountId: t.string, assetSourceId: integer(1), queueId: t.string, run: integer(1), at: At }, { due: At }),
  ({ due }) => `A run of the feed was ${due === undefined ? 'requested' : 'due'}.`,
)
export const FeedEvent = t.union([FeedConfigured, FeedChanged, FeedUnderstood, FeedRunRequested])
export type FeedEvent = t.TypeOf<typeof FeedEvent>
export type FeedRunRequested = t.TypeOf<typeof FeedRunRequested>

const attempt = integer(1)
/** A row that was left out, or the reason of a failure; `item` says which row. */
export const RunFault = fields({ item: t.string, code: t.string, detail: t.string })
export type RunFault = t.TypeOf<typeof RunFault>
export const mostRunFaults = 100
/** Sentences of a run that people of the account should read. */
export const mostRunWarnings = 20

/** What a run does to the rows of its asset source, in sentences; the queue id in the id of its stream says of what type the source is. */
const wordsOf = (id: string) =>
  id.includes(':recommendation-')
    ? {
        attempt: 'compute the recommendations',
        done: 'The recommendations were computed',
        doing: 'Computing the recommendations',
      }
    : { attempt: 'read the feed', done: 'The feed was read', doing: 'Reading the feed' }

/** So many rows have been read; 0: work has begun. */
export const FeedRunProgressed = fact('FeedRunProgressed', fields({ attempt, rows: integer(0), at: At }), routine)
/**
 * An attempt failed and continues at retryAt: the feed could not be read, or the service could not do its part (ofService).
 */
export const FeedRunAttemptFailed = fact(
  'FeedRunAttemptFailed',
  fields({ attempt, reason: t.string, retryAt: At, at: At }, { ofService: t.literal(true) }),
  ({ reason }, id) => `An attempt to ${wordsOf(id).attempt} failed${because(reason)}`,
)
/** The rows were loaded; `rowsBefore` and `columnsMissing` compare them with those before. `warnings`: sentences about the rows. */
export const FeedRunCompleted = fact(
  'FeedRunCompleted',
  fields(
    {
      rows: integer(0),
      rowsBefore: integer(0),
      columnsMissing: listOf(t.string, 500),
      faultyRows: integer(0),
      faults: listOf(RunFault, mostRunFaults),
      at: At,
    },
    { warnings: listOf(t.string, mostRunWarnings) },
  ),
  ({ rows, faultyRows }, id) =>
    `${wordsOf(id).done}, with ${count(rows, 'row')}${faultyRows === 0 ? '' : `; ${count(faultyRows, 'row was', 'rows were')} faulty`}.`,
)
/** The rows could not be made; those of the last run stay. */
export const FeedRunFailed = fact(
  'FeedRunFailed',
  fields({ code: t.string, reason: t.string, at: At }),
  ({ reason }, id) => `${wordsOf(id).doing} failed${because(reason)}`,
)
/** An operator has the run tried again at once: it failed, or paused after a failure. */
export const FeedRunRetried = fact(
  'FeedRunRetried',
  Retried,
  ({ reason }, id) => `${wordsOf(id).doing} was tried again by an operator${because(reason)}`,
)
export const FeedRunEvent = t.union([
  FeedRunProgressed,
  FeedRunAttemptFailed,
  FeedRunCompleted,
  FeedRunFailed,
  FeedRunRetried,
])
export type FeedRunEvent = t.TypeOf<typeof FeedRunEvent>
