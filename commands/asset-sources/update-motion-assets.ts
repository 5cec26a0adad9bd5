import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { assetSource } from '../../src/domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../../src/domain/asset-sources/asset-source-id.ts'
import { type MotionState, motion, motionQueueId, noMotion } from '../../src/domain/asset-sources/motion.ts'
import type { Rejection } from '../../src/domain/shared/decider.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import type { Work } from '../../src/engine/write/execute.ts'
import { executed, requireState } from '../../src/engine/write/steps.ts'
import { untilFresh } from '../../src/engine/write/until-fresh.ts'
import { checkedMotion } from '../../src/motion-assets/checked-motion.ts'
import { motionBody, motionColumns } from '../../src/motion-assets/motion-body.ts'
import { namedFilms } from '../../src/motion-assets/named-films.ts'
import { timeOf } from '../../src/ports/clock.ts'

/** PUT …/asset-sources/{destAssetSourceId}/motion-assets/{assetSourceId} (SOURCE-10): renders motion assets again, with other settings if any are sent. */
export const updateMotionAssets = command({
  summary: 'Update motion assets, and render their films again',
  takesIfMatch: true,
  description:
    'Absent fields stay; without any, the films of the creatives as they are now are rendered. destAssetSourceId is the asset source that the motion assets were created from, assetSourceId the destinationAssetSourceId of the answer.',
  start: true,
  problems: ['wrong-asset-source-type'],
  params: t.type({ accountId: AccountId, destAssetSourceId: IntegerText, assetSourceId: IntegerText }),
  body: fields({}, motionBody),
  reply: fields({ destinationAssetSourceId: t.string, queueId: t.string }),
  example: {
    body: {
      destinationAssetSourceName: 'Summer films',
      campaignId: '7',
      assetSourceMap: [{ assetId: '2', assetSourceColumn: 'film' }],
    },
    reply: { destinationAssetSourceId: '14', queueId: 'motion-14-2' },
  },
  run: ({ params: { accountId, destAssetSourceId, assetSourceId }, body, ifMatch }, work, ports) => {
    const id = idOf(accountId, assetSourceId)
    const at = timeOf(ports)
    const attempt = pipe(
      existing(work, id, destAssetSourceId),
      TE.bindTo('before'),
      TE.bind('named', ({ before: { settings } }) => {
        const { campaignId, assetSourceMap } = body
        // the assets of a classic campaign are known only with the campaign
        if (campaignId !== undefined && assetSourceMap !== undefined)
          return namedFilms(work, ports, accountId, { campaignId, assetSourceMap })
        return TE.right({
          retailCampaignIdx: campaignId === undefined ? settings.retailCampaignIdx : Number(campaignId),
          columns: assetSourceMap === undefined ? settings.columns : motionColumns(assetSourceMap),
        })
      }),
      TE.bind('checked', ({ before: { settings }, named }) =>
        checkedMotion(work, ports, accountId, { base: settings.base, ...named }),
      ),
      TE.flatMap(({ before: { settings: from }, checked: { settings } }) =>
        executed(work, motion, id, { accountId, assetSourceId, settings, from, at }, { ifMatch }),
      ),
    )
    return pipe(
      ifMatch === undefined ? untilFresh(attempt) : attempt,
      TE.tap(() => {
        const { destinationAssetSourceName: assetSourceName } = body
        const named = assetSourceName === undefined ? {} : { assetSourceName }
        return executed(work, assetSource, id, { kind: 'ChangeSource', assetSourceType: 'motion', ...named, at })
      }),
      TE.flatMapEither(({ state, revision }) => {
        const queueId = motionQueueId(assetSourceId, state?.runs ?? 0)
        return reply({ destinationAssetSourceId: String(assetSourceId), queueId }, revision)
      }),
    )()
  },
})

/** The motion assets that were created from this base source; 404 if there are none. */
const existing = (work: Work, id: string, baseId: number): TE.TaskEither<Rejection, MotionState> =>
  pipe(
    requireState(work, motion, id, noMotion),
    TE.filterOrElse(
      ({ settings }) => settings.base.assetSourceId === baseId,
      () => noMotion,
    ),
  )
