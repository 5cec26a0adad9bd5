import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { assetSource } from '../../src/domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../../src/domain/asset-sources/asset-source-id.ts'
import { type AssetSource, servedLoad } from '../../src/domain/asset-sources/asset-source-state.ts'
import { type FeedState, feed, feedQueueId, noFeed } from '../../src/domain/asset-sources/feed.ts'
import type { FeedChanges } from '../../src/domain/asset-sources/feed-changes.ts'
import { feedFormat } from '../../src/domain/asset-sources/feed-format.ts'
import { feedRun, feedRunId, isRunning } from '../../src/domain/asset-sources/feed-run.ts'
import { RolesBody, sameKeyColumns } from '../../src/domain/asset-sources/roles.ts'
import { SentConfig } from '../../src/domain/asset-sources/sent-config.ts'
import { changedRoles } from '../../src/domain/asset-sources/stored-roles.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import type { Work } from '../../src/engine/write/execute.ts'
import { executed, hasChanged, requireState } from '../../src/engine/write/steps.ts'
import { scheduleBody } from '../../src/feeds/feed-body.ts'
import { timeOf } from '../../src/ports/clock.ts'

const Body = fields(
  {},
  {
    ...feedFormat.required,
    ...feedFormat.optional,
    ...RolesBody,
    ...scheduleBody,
    assetSourceName: about(Name, 'The name of the asset source.'),
    feedConfig: about(SentConfig, 'Where rows and columns are: the `config` that processFeed answered.'),
  },
)
type Body = t.TypeOf<typeof Body>

/** PUT /v2/accounts/{accountId}/asset-sources/feed/{assetSourceId} (SOURCE-9): how a feed is read, and when. */
export const updateFeed = command({
  summary: 'Update how a feed is read, and when',
  takesIfMatch: true,
  description:
    'Absent fields stay. When the way in which the feed is read changes, or the column of variants, it is read at once, and `queueId` is that run. isScheduled false switches the schedule off and keeps it, true switches it on again.',
  start: true,
  params: t.type({ accountId: AccountId, assetSourceId: IntegerText }),
  body: Body,
  reply: fields({ id: t.string, msg: t.string }, { queueId: t.string }),
  example: {
    body: { isScheduled: true, startTime: '07:00', frequency: 'DAILY' },
    reply: { id: '12', msg: 'Asset source 12 was updated.' },
  },
  run: ({ params: { accountId, assetSourceId }, body, ifMatch }, work, { clock }) => {
    const id = idOf(accountId, assetSourceId)
    const at = timeOf({ clock })
    const change = { kind: 'ChangeFeed', changes: changesOf(body), at } as const
    return pipe(
      requireState(work, feed, id, noFeed),
      // before anything is appended; other requests may change the feed until it is decided
      TE.bindTo('before'),
      TE.bind('changed', ({ before }) => TE.fromEither(feed.decide(change, before))),
      TE.bind('source', ({ changed }) =>
        executed(
          work,
          assetSource,
          id,
          {
            kind: 'ChangeSource',
            assetSourceType: 'feed',
            ...(body.assetSourceName === undefined ? {} : { assetSourceName: body.assetSourceName }),
            roles: changedRoles(body),
            alsoElsewhere: changed.length > 0,
            at,
          },
          { ifMatch },
        ),
      ),
      TE.bind('isOld', ({ source, before }) => hasOldRows(work, source.state, before)),
      TE.bind('done', ({ source, before, isOld }) => {
        const variantChanged = variantOf(source.before) !== variantOf(source.state)
        return executed(work, feed, id, { ...change, variantChanged, ...(isOld ? { oldAfter: before.runs } : {}) })
      }),
      TE.flatMapEither(({ source, done }) => {
        const isSame = !hasChanged(source) && !hasChanged(done)
        const msg = isSame
          ? `No changes: asset source ${assetSourceId} is already up to date.`
          : `Asset source ${assetSourceId} was updated.${isPaused(done.state, body) ? notScheduled : ''}`
        const run = done.events.find(event => event.type === 'FeedRunRequested')
        return reply({ id: String(assetSourceId), msg, ...(run ? { queueId: run.data.queueId } : {}) }, source.revision)
      }),
    )()
  },
})

const variantOf = (source: AssetSource | undefined): string | undefined => source?.roles.assetVariantColumn

/**
 * Whether the rows of the source were read by another variant column, and no run that is under way reads them by the present one: an earlier
 * request was ended between its change of the source and that of the feed.
 */
const hasOldRows =
  (work: Work, source: AssetSource | undefined, { accountId, assetSourceId, runs }: FeedState) =>
  async () => {
    const load = source && servedLoad(source)
    if (source === undefined || load === undefined || sameKeyColumns(load.readBy, source.roles)) return E.right(false)
    const { state } = await work.load(feedRun, feedRunId(accountId, feedQueueId(assetSourceId, runs)))
    return E.right(!isRunning(state))
  }

const notScheduled = ' The feed is not scheduled: send isScheduled true to switch its schedule on.'

/** Whether the request sets a time at which the feed does not run, without saying so itself. */
const isPaused = (state: FeedState | undefined, { startTime, endDate, frequency, isScheduled }: Body): boolean =>
  isScheduled === undefined &&
  state?.settings.paused !== undefined &&
  [startTime, endDate, frequency].some(value => value !== undefined)

/** What the request changes of the feed itself. */
const changesOf = (body: Body): FeedChanges => {
  const { feedConfig: config, startTime, endDate, frequency, isScheduled, ...format } = body
  return { format, config, schedule: { startTime, endDate, frequency, isScheduled } }
}
