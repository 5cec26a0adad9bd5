import type { AdUnit } from '../provisioning/aggregates.ts'
import type { DynamicAsset } from './creative.ts'

type Fault = { readonly pointer: string; readonly code: string; readonly detail: string }
type Sent = { readonly dataServiceId?: number; readonly dynamicAssets?: readonly DynamicAsset[] }

/** Faults for ids that do not belong to the campaign: another asset source (CREATIVE-3), or an unknown ad unit. */
export const foreignIds = (sent: Sent, dataServiceId: number, adUnits: readonly AdUnit[]): readonly Fault[] => {
  const source = (id: number | undefined, pointer: string): Fault[] =>
    id === undefined || id === dataServiceId
      ? []
      : [{ pointer, code: 'foreign-asset-source', detail: `must be the campaign's asset source, ${dataServiceId}` }]
  const unit = (id: number, pointer: string): Fault[] =>
    adUnits.some(u => u.adUnitId === id)
      ? []
      : [{ pointer, code: 'unknown-ad-unit', detail: 'must be an ad unit of the campaign' }]
  const ofAssets = (sent.dynamicAssets ?? []).flatMap((asset, i) =>
    (asset.adUnitTransformations ?? []).flatMap(({ adUnitId, transformations = [] }, j) => {
      const at = `/dynamicAssets/${i}/adUnitTransformations/${j}`
      const sources = transformations.flatMap((one, k) =>
        source(one.dataServiceId, `${at}/transformations/${k}/dataServiceId`),
      )
      return [...unit(adUnitId, `${at}/adUnitId`), ...sources]
    }),
  )
  return [...source(sent.dataServiceId, '/dataServiceId'), ...ofAssets]
}
