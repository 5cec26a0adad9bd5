import { hash } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { mostFilmBytes } from '../domain/asset-sources/motion-faults.ts'
import { assetUrlPath } from '../domain/assets/library-address.ts'
import { errorOf } from '../engine/react/settled.ts'
import type { Work } from '../engine/write/execute.ts'
import { isOfFile, storeAsset } from '../library/store-asset.ts'
import type { RenderFailure } from '../ports/renderer.ts'

/** A film in the library: the path that it is served at, for the cells of rows. */
export type Film = { readonly path: string }

const folder = 'motion-assets'

/**
 * The rows of motion assets as they are read: films have their whole address. Stored rows have the path, so that they hold whatever PUBLIC_URL
 * is.
 */
export const withFilmAddresses = (accountId: string, origin: string) => {
  const prefix = assetUrlPath(accountId, `${folder}/`)
  return (row: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [column, value.startsWith(prefix) ? origin + value : value]),
    )
}

/**
 * Stores a film in the account's library, at a path that follows from its content: the same film is stored once, and a path keeps its
 * content for ever (LIBRARY-3). Fails if the film is too large, if the account has no room for it, or if someone has stored another file at
 * its path.
 */
export const storeFilm = async (
  accountId: string,
  bytes: Buffer,
  work: Pick<Work, 'execute' | 'load'>,
  ports: Parameters<typeof storeAsset>[3],
): Promise<Film | RenderFailure> => {
  if (bytes.length > mostFilmBytes)
    return { code: 'too-large', detail: `the film has ${bytes.length} bytes; at most ${mostFilmBytes} are stored` }
  const path = `${folder}/${hash('sha256', bytes)}.mp4`
  const done = await storeAsset({ accountId, path, contentType: 'video/mp4' }, bytes, work, ports)
  if (E.isRight(done)) return { path: assetUrlPath(accountId, path) }
  if (isOfFile(done.left)) return done.left
  throw errorOf(done.left)
}
