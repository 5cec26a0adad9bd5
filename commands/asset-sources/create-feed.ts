import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { requiring } from '../../src/codec/requiring.ts'
import { feedQueueId } from '../../src/domain/asset-sources/feed.ts'
import { feedPlace, missingOfPlace } from '../../src/domain/asset-sources/feed-address.ts'
import { feedFormat } from '../../src/domain/asset-sources/feed-format.ts'
import { checkedFeed, missingOfFormat } from '../../src/domain/asset-sources/new-feed.ts'
import { SentConfig } from '../../src/domain/asset-sources/sent-config.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { andThen, checkedFirst } from '../../src/engine/write/change.ts'
import { createdFeed } from '../../src/feeds/create-feed.ts'
import { sourceBody } from '../../src/feeds/feed-body.ts'

/** POST /v2/accounts/{accountId}/asset-sources/feed (SOURCE-6): an asset source whose rows are read from a feed, once. */
export const createFeed = command({
  summary: 'Create an asset source from a feed',
  description:
    'The second step after processFeed: `feedConfig` is the `config` that it answered. The rows are read in the background: `queueId` is the run.',
  start: true,
  problems: ['feed-unreadable'],
  params: t.type({ accountId: AccountId }),
  body: requiring(
    fields(sourceBody.required, {
      ...feedPlace,
      contentType: about(feedFormat.required.contentType, 'The format of the feed; by default that of feedConfig.'),
      ...feedFormat.optional,
      ...sourceBody.roles,
      feedConfig: about(SentConfig, 'Where rows and columns are: the `config` that processFeed answered.'),
    }),
    sent => ({ ...missingOfPlace(sent), ...missingOfFormat(sent) }),
  ),
  newIds: { assetSourceId: 'asset-source' },
  reply: fields({ id: t.string, msg: t.string, queueId: t.string }),
  example: {
    body: {
      assetSourceName: 'Spring products',
      assetKeyColumn: 'sku',
      url: 'https://shop.example.com/products.csv',
      urlType: 'https',
      contentType: 'csv',
      feedConfig: { csvColumns: { sku: 0, price: 1 } },
    },
    reply: { id: '12', msg: 'Asset source 12 was created. Its rows are being read.', queueId: 'feed-12-1' },
  },
  run: ({ params: { accountId }, body, newIds: { assetSourceId } }, work, ports) =>
    pipe(
      checkedFirst(TE.fromEither(checkedFeed(body)), checked => {
        const { assetSourceName } = body
        return createdFeed(work, ports, { accountId, assetSourceId, assetSourceName, roles: body, ...checked })
      }),
      andThen(({ revision }) => {
        const msg = `Asset source ${assetSourceId} was created. Its rows are being read.`
        const queueId = feedQueueId(assetSourceId, 1)
        return TE.fromEither(reply({ id: String(assetSourceId), msg, queueId }, revision))
      }),
    ),
})
