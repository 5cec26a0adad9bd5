import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { motionQueueId } from '../../src/domain/asset-sources/motion.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { andThen, checkedFirst } from '../../src/engine/write/change.ts'
import { createdMotion } from '../../src/motion-assets/create-motion-assets.ts'
import { motionBody } from '../../src/motion-assets/motion-body.ts'
import { namedFilms } from '../../src/motion-assets/named-films.ts'

/** PUT /v2/accounts/{accountId}/asset-sources/{destAssetSourceId}/motion-assets (SOURCE-10): films of a campaign's ads as an asset source. */
export const createMotionAssets = command({
  summary: 'Render films of a campaign into an asset source',
  description:
    'Makes an asset source of type `motion`: the rows of the asset source in the path whose key is the name of a creative of the campaign, with a column for each entry of assetSourceMap. `assetId` is an ad unit of the campaign, or an asset of a classic campaign, which leads to the ad unit that shows its column; the value of the column is the address of an mp4 film of that ad. The films are rendered in the background; `queueId` shows the progress. The same asset source, campaign and name again answer the same id, and render again.',
  start: true,
  problems: ['wrong-asset-source-type'],
  params: t.type({ accountId: AccountId, destAssetSourceId: IntegerText }),
  body: fields(motionBody),
  newIds: { assetSourceId: 'asset-source' },
  reply: fields({ destinationAssetSourceId: t.string, queueId: t.string }),
  example: {
    body: {
      campaignId: '7',
      destinationAssetSourceName: 'Spring films',
      assetSourceMap: [{ assetId: '1', assetSourceColumn: 'film' }],
    },
    reply: { destinationAssetSourceId: '14', queueId: 'motion-14-1' },
  },
  run: ({ params: { accountId, destAssetSourceId: baseId }, body, newIds: { assetSourceId: newId } }, work, ports) =>
    pipe(
      checkedFirst(namedFilms(work, ports, accountId, body), named =>
        createdMotion(work, ports, {
          accountId,
          baseId,
          newId,
          assetSourceName: body.destinationAssetSourceName,
          ...named,
        }),
      ),
      andThen(({ assetSourceId, done: { state, revision } }) => {
        const queueId = motionQueueId(assetSourceId, state?.runs ?? 0)
        return TE.fromEither(reply({ destinationAssetSourceId: String(assetSourceId), queueId }, revision))
      }),
    ),
})
