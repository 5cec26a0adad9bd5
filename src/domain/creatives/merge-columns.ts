import { sameJson } from '../shared/digest.ts'
import type { Column, DynamicAsset } from './creative.ts'
import type { AdUnitTransformation, Transformation, TransformationRequest } from './transformation.ts'

export type Owner = { readonly adIdx: number; readonly dataServiceId: number; readonly assetKey: string }

/** A transformation is the same if it has the same type and place among its type; it keeps its index and gets a new version. */
const stored = (
  sent: TransformationRequest,
  before: Transformation | undefined,
  adUnitId: number,
  owner: Owner,
  nextIdx: () => number,
): Transformation => {
  const { dataServiceId: _, ...open } = sent
  const base = {
    ...open,
    ...owner,
    advertiserIdx: 0,
    adUnitIdx: adUnitId,
    isArchived: sent.isArchived ?? false,
    isActive: sent.isActive ?? true,
  }
  if (before === undefined) return { ...base, transformationIdx: nextIdx(), versionId: 1 }
  const same = { ...base, transformationIdx: before.transformationIdx, versionId: before.versionId }
  return sameJson(same, before) ? same : { ...same, versionId: before.versionId + 1 }
}

const storedUnits = (sent: DynamicAsset, before: Column | undefined, owner: Owner, nextIdx: () => number) =>
  (sent.adUnitTransformations ?? []).map(({ adUnitId, transformations = [] }): AdUnitTransformation => {
    const unused = [...(before?.adUnitTransformations.find(u => u.adUnitId === adUnitId)?.transformations ?? [])]
    return {
      adUnitId,
      transformations: transformations.map(one => {
        const at = unused.findIndex(u => u.type === one.type)
        return stored(one, at < 0 ? undefined : unused.splice(at, 1)[0], adUnitId, owner, nextIdx)
      }),
    }
  })

/**
 * The columns after a save: columns in the request are set, the others stay (CREATIVE-3). A column in the request without
 * adUnitTransformations keeps its current ones.
 */
export const mergedColumns = (
  before: readonly Column[],
  sent: readonly DynamicAsset[],
  owner: Owner,
  nextIdx: () => number,
): readonly Column[] => {
  const columns = new Map(before.map(column => [column.columnName, column]))
  for (const asset of sent) {
    const old = columns.get(asset.columnName)
    columns.set(asset.columnName, {
      columnName: asset.columnName,
      columnValue: asset.columnValue,
      adUnitTransformations:
        asset.adUnitTransformations === undefined
          ? (old?.adUnitTransformations ?? [])
          : storedUnits(asset, old, owner, nextIdx),
    })
  }
  return [...columns.values()]
}
