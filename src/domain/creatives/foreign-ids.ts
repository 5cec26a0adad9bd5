import * as E from 'fp-ts/lib/Either.js'
import type { AdUnit } from '../provisioning/aggregates.ts'
import { type Rejection, rejection } from '../shared/decider.ts'
import type { Creative, ProductAsset } from './creative.ts'

type Fault = { readonly pointer: string; readonly code: string; readonly detail: string }
/** Dynamic assets of a request, under the name of the member, and the asset source that they belong to. */
export type SentAssets = {
  readonly member: string
  readonly assets: readonly ProductAsset[] | undefined
  readonly dataServiceId: number
}

/**
 * Faults for ids that do not belong to the campaign: another asset source (CREATIVE-3), or an unknown ad unit. What the creative has
 * already may stay, so that a client can send back what it read: the campaign may have lost an ad unit, or got another product feed.
 */
export const foreignIds = (
  sent: { readonly dataServiceId?: number },
  lists: readonly SentAssets[],
  { dataServiceId, adUnits }: { readonly dataServiceId: number; readonly adUnits: readonly AdUnit[] },
  before?: Pick<Creative, 'columns' | 'productColumns'>,
): readonly Fault[] => {
  const columns = [...(before?.columns ?? []), ...(before?.productColumns ?? [])]
  const source = (id: number | undefined, own: number, pointer: string): Fault[] =>
    id === undefined || id === own
      ? []
      : [{ pointer, code: 'foreign-asset-source', detail: `must be the campaign's asset source, ${own}` }]
  const unit = (id: number, pointer: string): Fault[] =>
    adUnits.some(u => u.adUnitId === id)
      ? []
      : [{ pointer, code: 'unknown-ad-unit', detail: 'must be an ad unit of the campaign' }]
  const ofAssets = lists.flatMap(({ member, assets = [], dataServiceId: own }) =>
    assets.flatMap((asset, i) =>
      (asset.adUnitTransformations ?? []).flatMap(({ adUnitId, transformations = [] }, j) => {
        const at = `/${member}/${i}/adUnitTransformations/${j}`
        const had = columns
          .filter(({ columnName }) => columnName === asset.columnName)
          .flatMap(column => column.adUnitTransformations.filter(u => u.adUnitId === adUnitId))
        const hadSources = new Set(had.flatMap(u => u.transformations.map(one => one.dataServiceId)))
        const sources = transformations.flatMap((one, k) =>
          one.dataServiceId !== undefined && hadSources.has(one.dataServiceId)
            ? []
            : source(one.dataServiceId, own, `${at}/transformations/${k}/dataServiceId`),
        )
        return had.length > 0 ? sources : [...unit(adUnitId, `${at}/adUnitId`), ...sources]
      }),
    ),
  )
  return [...source(sent.dataServiceId, dataServiceId, '/dataServiceId'), ...ofAssets]
}

/** Refuses a request with such faults. */
export const mustHaveOwnIds = (...sent: Parameters<typeof foreignIds>): E.Either<Rejection, void> => {
  const errors = foreignIds(...sent)
  return errors.length === 0
    ? E.right(undefined)
    : E.left(rejection('invalid-request', 'The creative references ids of another campaign.', { errors }))
}
