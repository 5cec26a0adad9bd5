import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { noSource } from '../domain/asset-sources/asset-source.ts'
import type { BaseSource, MotionColumn, MotionSettings } from '../domain/asset-sources/motion-events.ts'
import { motionFaults } from '../domain/asset-sources/motion-faults.ts'
import type { ColumnRoles } from '../domain/asset-sources/roles.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import { refuse } from '../engine/reply.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import { type CampaignContent, contentFromLog } from '../lookups/campaign-from-log.ts'
import { mustUploadAssets } from '../lookups/campaign-from-views.ts'
import type { Ports } from '../ports/ports.ts'
import { type BaseRows, baseRows } from './base-rows.ts'

type Wanted = {
  readonly base: BaseSource
  readonly retailCampaignIdx: number
  readonly columns: readonly MotionColumn[]
}

const unknownCampaign = rejection('invalid-request', 'There is no such retail campaign on this account.', {
  errors: [
    {
      pointer: '/campaignId',
      code: 'unknown-campaign',
      detail: 'must be the number of a retail campaign of this account',
    },
  ],
})

const withoutFaults = (
  { columns }: Wanted,
  { campaign: { adUnits }, creatives: { creatives } }: CampaignContent,
  { columns: baseColumns, roles }: BaseRows,
): E.Either<Rejection, void> => {
  const errors = motionFaults(columns, { adUnits, creatives: creatives.size, baseColumns, roles })
  const [first] = errors
  return first === undefined
    ? E.right(undefined)
    : refuse('invalid-request', `${first.pointer} ${first.detail}.`, { errors: [...errors] })
}

/**
 * Settings that can be rendered now, and the roles of the base source's columns. Refuses a campaign that the account does not have, one
 * without uploaded assets (409), and the faults of `motionFaults`.
 */
export const checkedMotion = (
  work: Work,
  ports: Pick<Ports, 'blobs' | 'rowIndexes'>,
  accountId: string,
  wanted: Wanted,
): TE.TaskEither<Rejection, { readonly settings: MotionSettings; readonly roles: ColumnRoles }> => {
  const { base, retailCampaignIdx, columns } = wanted
  return pipe(
    contentFromLog(work, accountId, retailCampaignIdx, ports),
    TE.mapLeft(refused => (refused.code === 'not-found' ? unknownCampaign : refused)),
    TE.tapEither(({ campaign }) => mustUploadAssets(campaign)),
    TE.bindTo('content'),
    TE.bind('rows', () =>
      pipe(
        TE.fromTask<BaseRows | undefined, Rejection>(() => baseRows(work, ports.blobs, accountId, base)),
        TE.flatMap(TE.fromNullable(noSource)),
      ),
    ),
    TE.tapEither(({ content, rows }) => withoutFaults(wanted, content, rows)),
    TE.map(({ rows: { roles } }) => ({ settings: { base, retailCampaignIdx, columns: [...columns] }, roles })),
  )
}
