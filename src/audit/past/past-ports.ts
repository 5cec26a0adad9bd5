import { assets } from '../../../projections/assets/assets.ts'
import { asset } from '../../domain/assets/asset.ts'
import type { Ports } from '../../ports/ports.ts'
import type { ReadModels, Stored } from '../../ports/read-models.ts'
import type { PastWork } from './past-work.ts'

/** Ports that draw ads with the library as it was: its files come from the log, so that later uploads are not in the pictures. */
export const pastPorts = (ports: Ports, work: PastWork): Ports => {
  const stored = async (id: string): Promise<Stored | undefined> => {
    const { state } = await work.load(asset, id)
    return state && { id, json: JSON.stringify(state), position: 0n }
  }
  const { readModels } = ports
  const get: ReadModels['get'] = (view, id) => (view.name === assets.name ? stored(id) : readModels.get(view, id))
  const getMany: ReadModels['getMany'] = async (view, ids) => {
    if (view.name !== assets.name) return readModels.getMany(view, ids)
    return (await Promise.all(ids.map(stored))).filter(found => found !== undefined)
  }
  return { ...ports, readModels: { ...readModels, get, getMany } }
}
