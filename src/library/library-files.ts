import { assets } from '../../projections/assets/assets.ts'
import type { Asset } from '../domain/assets/asset.ts'
import { assetId, storedPaths } from '../domain/assets/asset-id.ts'
import { readDocument, readDocuments } from '../engine/read/documents.ts'
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

/** The files of the account's library by the paths that name them; paths without a file are absent. */
export const libraryFiles = async (
  readModels: Pick<ReadModels, 'getMany'>,
  accountId: string,
  paths: Iterable<string>,
): Promise<ReadonlyMap<string, Asset>> => {
  const wanted = [...paths].map(path => ({ path, ids: storedPaths(path).map(stored => assetId(accountId, stored)) }))
  const found = await readDocuments(
    readModels,
    assets,
    wanted.flatMap(({ ids }) => ids),
  )
  const files = new Map<string, Asset>()
  for (const { path, ids } of wanted) {
    const file = ids.map(id => found.get(id)).find(one => one !== undefined)
    if (file) files.set(path, file)
  }
  return files
}

/** The content types of such files by path. */
export const contentTypesIn = async (
  ...[readModels, accountId, paths]: Parameters<typeof libraryFiles>
): Promise<ReadonlyMap<string, string>> => {
  const files = await libraryFiles(readModels, accountId, paths)
  return new Map([...files].map(([path, { contentType }]) => [path, contentType]))
}
