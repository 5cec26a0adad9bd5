import pMap from 'p-map'
import { type Asset, asset } from '../domain/assets/asset.ts'
import type { Work } from '../engine/write/execute.ts'
import { storedFile } from './library-files.ts'

/** Files that are looked up at once: more are looked up in turns, between which other work runs. */
const filesAtOnce = 500

/** Files of the account's library by path, from the log; paths without a file are absent. */
export const filesInLog = async (
  work: Pick<Work, 'load'>,
  accountId: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Asset>> => {
  const found = await pMap(paths, path => fileInLog(work, accountId, path), { concurrency: filesAtOnce })
  return new Map(paths.flatMap((path, i) => (found[i] ? [[path, found[i]]] : [])))
}

/** The file of the account's library that a path names, from the log (LIBRARY-8). */
export const fileInLog = async (
  work: Pick<Work, 'load'>,
  accountId: string,
  path: string,
): Promise<Asset | undefined> => storedFile(accountId, path, async id => (await work.load(asset, id)).state)

/** The paths without a file in the account's library, from the log. */
export const missingInLog = async (
  work: Pick<Work, 'load'>,
  accountId: string,
  paths: readonly string[],
): Promise<readonly string[]> => {
  const files = await filesInLog(work, accountId, paths)
  return paths.filter(path => !files.has(path))
}
