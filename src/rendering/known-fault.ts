import { assets } from '../../projections/assets/assets.ts'
import { assetId, assetOfId } from '../domain/assets/asset-id.ts'
import { readDocuments } from '../engine/read/documents.ts'
import type { Ports } from '../ports/ports.ts'
import type { RenderFailure } from '../ports/renderer.ts'
import { type Drawing, failureOf } from './draw.ts'
import { foreseenFault } from './foreseen-fault.ts'

/**
 * Why a picture cannot be made, as far as that is known without drawing it: from the ad itself and the files of the library, and from
 * what this node found when it drew it. Undefined: it can be made, or nobody has tried yet.
 */
export const knownFault = async (drawing: Drawing, ports: Ports): Promise<RenderFailure | undefined> => {
  const { accountId } = drawing
  const contentTypesOf = async (paths: readonly string[]) => {
    const ids = paths.map(path => assetId(accountId, path))
    const files = await readDocuments(ports.readModels, assets, ids)
    return new Map([...files].map(([id, { contentType }]) => [assetOfId(id).path, contentType] as const))
  }
  return (await foreseenFault(drawing, contentTypesOf, ports)) ?? failureOf(drawing, ports)
}
