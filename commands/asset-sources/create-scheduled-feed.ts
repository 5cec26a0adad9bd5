import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { requiring } from '../../src/codec/requiring.ts'
import { feedQueueId } from '../../src/domain/asset-sources/feed.ts'
import { feedPlace, missingOfPlace } from '../../src/domain/asset-sources/feed-address.ts'
import { newTiming } from '../../src/domain/asset-sources/feed-changes.ts'
import { feedFormat } from '../../src/domain/asset-sources/feed-format.ts'
import { checkedFeed } from '../../src/domain/asset-sources/new-feed.ts'
import { StartTime } from '../../src/domain/asset-sources/schedule.ts'
import { SentConfig } from '../../src/domain/asset-sources/sent-config.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { andThen, checkedFirst } from '../../src/engine/write/change.ts'
import { createdFeed } from '../../src/feeds/create-feed.ts'
import { scheduleBody, sourceBody } from '../../src/feeds/feed-body.ts'

/** POST /v2/accounts/{accountId}/asset-sources/feed/create (SOURCE-7): a feed that is read now, and then by its schedule. */
export const createScheduledFeed = command({
  summary: 'Create an asset source from a feed that is read again by a schedule',
  description:
    'The feed is read at once, and then at startTime (Eastern time), by default every day. `queueId` is the first run.',
  start: true,
  problems: ['feed-unreadable'],
  params: t.type({ accountId: AccountId }),
  body: requiring(
    fields(
      {
        ...sourceBody.required,
        ...feedFormat.required,
        startTime: about(StartTime, 'When the feed is read, HH:MM in Eastern time.'),
      },
      {
        ...feedPlace,
        ...feedFormat.optional,
        ...sourceBody.roles,
        ...scheduleBody,
        feedConfig: about(SentConfig, 'Where rows and columns are: the `config` that processFeed answered.'),
      },
    ),
    missingOfPlace,
  ),
  newIds: { assetSourceId: 'asset-source' },
  reply: fields({ id: t.string, msg: t.string, queueId: t.string }),
  example: {
    body: {
      assetSourceName: 'Spring products',
      assetKeyColumn: 'sku',
      url: 's3://acme-feeds/products.csv',
      urlType: 's3',
      urlConfig: { accessKey: '<ACCESS_KEY>', secretKey: '<SECRET_KEY>' },
      contentType: 'csv',
      startTime: '06:30',
      endDate: '2030-12-31',
    },
    reply: {
      id: '12',
      msg: 'Asset source 12 was created. It is read at 06:30 Eastern time, daily.',
      queueId: 'feed-12-1',
    },
  },
  run: ({ params: { accountId }, body, newIds: { assetSourceId } }, work, ports) =>
    checkedFirst(
      pipe(
        TE.fromEither(checkedFeed(body)),
        TE.bind('timing', () => TE.fromEither(newTiming(body, ports.clock.now()))),
      ),
      checked =>
        pipe(
          createdFeed(work, ports, {
            accountId,
            assetSourceId,
            assetSourceName: body.assetSourceName,
            roles: body,
            ...checked,
          }),
          andThen(({ revision }) => {
            const { schedule } = checked.timing
            const when = schedule
              ? `It is read at ${schedule.startTime} Eastern time, ${schedule.frequency.toLowerCase()}.`
              : 'It is read now; its schedule is switched off.'
            const msg = `Asset source ${assetSourceId} was created. ${when}`
            return TE.fromEither(
              reply({ id: String(assetSourceId), msg, queueId: feedQueueId(assetSourceId, 1) }, revision),
            )
          }),
        ),
    ),
})
