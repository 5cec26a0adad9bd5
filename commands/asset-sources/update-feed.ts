import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { changedRoles } from '../../src/asset-sources/stored-roles.ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { assetSource } from '../../src/domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../../src/domain/asset-sources/asset-source-id.ts'
import { type FeedState, feed, feedQueueId, noFeed } from '../../src/domain/asset-sources/feed.ts'
import type { FeedSettings } from '../../src/domain/asset-sources/feed-events.ts'
import { checkedFormat, feedFormat } from '../../src/domain/asset-sources/feed-format.ts'
import { RolesBody } from '../../src/domain/asset-sources/roles.ts'
import { SentConfig } from '../../src/domain/asset-sources/sent-config.ts'
import type { Rejection } from '../../src/domain/shared/decider.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed, hasChanged, requireState } from '../../src/engine/write/steps.ts'
import { scheduleBody, scheduleOf } from '../../src/feeds/feed-body.ts'

const Body = fields(
  {},
  {
    ...feedFormat.required,
    ...feedFormat.optional,
    ...RolesBody,
    ...scheduleBody,
    assetSourceName: about(Name, 'The name of the asset source.'),
    isScheduled: about(t.boolean, 'false ends the schedule.'),
    feedConfig: about(SentConfig, 'Where rows and columns are: the `config` that processFeed answered.'),
  },
)
type Body = t.TypeOf<typeof Body>

/** PUT /v2/accounts/{accountId}/asset-sources/feed/{assetSourceId} (SOURCE-9): how a feed is read, and when. */
export const updateFeed = command({
  summary: 'Update how a feed is read, and when',
  description:
    'Absent fields stay. When the way in which the feed is read changes, it is read at once, and `queueId` is that run. isScheduled false ends the schedule.',
  params: t.type({ accountId: AccountId, assetSourceId: IntegerText }),
  body: Body,
  reply: fields({ id: t.string, msg: t.string }, { queueId: t.string }),
  example: {
    body: { isScheduled: true, startTime: '07:00', frequency: 'DAILY' },
    reply: { id: '12', msg: 'Asset source 12 was updated.' },
  },
  run: ({ params: { accountId, assetSourceId }, body, ifMatch }, work, { clock }) => {
    const id = idOf(accountId, assetSourceId)
    const at = clock.now().toISOString()
    return pipe(
      requireState(work, feed, id, noFeed),
      TE.bindTo('state'),
      TE.bind('settings', ({ state }) => TE.fromEither(changed(state, body, clock.now()))),
      TE.bind('source', () =>
        executed(
          work,
          assetSource,
          id,
          {
            kind: 'ChangeSource',
            assetSourceType: 'feed',
            ...(body.assetSourceName === undefined ? {} : { assetSourceName: body.assetSourceName }),
            roles: changedRoles(body),
            at,
          },
          { ifMatch },
        ),
      ),
      TE.bind('done', ({ state, settings }) =>
        executed(work, feed, id, { kind: 'ChangeFeed', settings, run: readsAnew(state, settings), at }),
      ),
      TE.flatMapEither(({ source, done, state }) => {
        const isSame = !hasChanged(source) && !hasChanged(done)
        const msg = isSame
          ? `No changes: asset source ${assetSourceId} is already up to date.`
          : `Asset source ${assetSourceId} was updated.`
        const runs = done.state?.runs ?? state.runs
        const started = runs > state.runs ? { queueId: feedQueueId(assetSourceId, runs) } : {}
        return reply({ id: String(assetSourceId), msg, ...started }, source.revision)
      }),
    )()
  },
})

const readsAnew = ({ settings: { format, config } }: FeedState, next: FeedSettings): boolean =>
  JSON.stringify([format, config]) !== JSON.stringify([next.format, next.config])

/** The settings with what the request changes. */
const changed = ({ settings }: FeedState, body: Body, now: Date): E.Either<Rejection, FeedSettings> => {
  const { schedule, ...rest } = settings
  const isTimed = [body.startTime, body.endDate, body.frequency].some(value => value !== undefined)
  const isScheduled = body.isScheduled ?? (schedule !== undefined || isTimed)
  return pipe(
    checkedFormat({ ...settings.format, ...body }),
    E.bindTo('format'),
    E.bind('next', () => (isScheduled ? scheduleOf(body, schedule, now) : E.right(undefined))),
    E.map(({ format, next }) => ({
      ...rest,
      format,
      config: body.feedConfig ?? settings.config,
      ...(next ? { schedule: next } : {}),
    })),
  )
}
