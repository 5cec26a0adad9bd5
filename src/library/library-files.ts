import { assets } from '../../projections/assets/assets.ts'
import type { Asset } from '../domain/assets/asset.ts'
import { assetId, storedPaths } from '../domain/assets/asset-id.ts'
import { readDocument, readDocuments } from '../engine/read/documents.ts'
import { turns } from '../engine/turns.ts'
import type { ReadModels } from '../ports/read-models.ts'

/** The file of the account's library that a path names, wherever files are read from by their ids. */
export const storedFile = async (
  accountId: string,
  path: string,
  read: (id: string) => Promise<Asset | undefined>,
): Promise<Asset | undefined> => {
  for (const stored of storedPaths(path)) {
    const file = await read(assetId(accountId, stored))
    if (file) return file
  }
  return undefined
}

/** The file of the account's library that a path names, from the read models (LIBRARY-8). */
export const libraryFile = async (
  readModels: Pick<ReadModels, 'get'>,
  accountId: string,
  path: string,
): Promise<Asset | undefined> => storedFile(accountId, path, id => readDocument(readModels, assets, id))

/** Paths that are looked up at once: of more, other requests have their turn in between. */
const pathsAtOnce = 500

/** The files of the account's library by the paths that name them; paths without a file are absent. */
export const libraryFiles = async (
  readModels: Pick<ReadModels, 'getMany'>,
  accountId: string,
  paths: Iterable<string>,
): Promise<ReadonlyMap<string, Asset>> => {
  const all = [...paths]
  const files = new Map<string, Asset>()
  const turn = turns()
  for (let from = 0; from < all.length; from += pathsAtOnce) {
    const wanted = all
      .slice(from, from + pathsAtOnce)
      .map(path => ({ path, ids: storedPaths(path).map(stored => assetId(accountId, stored)) }))
    const ids = wanted.flatMap(one => one.ids)
    const found = await readDocuments(readModels, assets, ids)
    for (const { path, ids } of wanted) {
      const file = ids.map(id => found.get(id)).find(one => one !== undefined)
      if (file) files.set(path, file)
    }
    await turn()
  }
  return files
}

/** The content types of files by path. */
export const contentTypesOf = (files: ReadonlyMap<string, Pick<Asset, 'contentType'>>): ReadonlyMap<string, string> =>
  new Map([...files].map(([path, { contentType }]) => [path, contentType]))
