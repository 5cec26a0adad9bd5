import * as E from 'fp-ts/lib/Either.js'
import { mostFilmBytes } from '../domain/asset-sources/motion-faults.ts'
import { asset, assetUrlPath } from '../domain/assets/asset.ts'
import { assetId } from '../domain/assets/asset-id.ts'
import { errorOf } from '../engine/react/settled.ts'
import type { Work } from '../engine/write/execute.ts'
import { timeOf } from '../ports/clock.ts'
import type { Ports } from '../ports/ports.ts'
import type { RenderFailure } from '../ports/renderer.ts'

/** A film in the library: the path that it is served at, for the cells of rows. */
export type Film = { readonly path: string }

/**
 * Stores a film in the account's library, at a path that follows from its content: the same film is stored once, and a path keeps its
 * content for ever (LIBRARY-3). Fails if the film is too large, or if someone has stored another file at its path.
 */
export const storeFilm = async (
  accountId: string,
  bytes: Buffer,
  work: Pick<Work, 'execute'>,
  ports: Pick<Ports, 'blobs' | 'clock'>,
): Promise<Film | RenderFailure> => {
  if (bytes.length > mostFilmBytes)
    return { code: 'too-large', detail: `the film has ${bytes.length} bytes; at most ${mostFilmBytes} are stored` }
  const { sha256, size } = await ports.blobs.put(bytes)
  const path = `motion-assets/${sha256}.mp4`
  const stored = { accountId, path, sha256, size, contentType: 'video/mp4', at: timeOf(ports) }
  const done = await work.execute(asset, assetId(accountId, path), stored)
  if (E.isRight(done)) return { path: assetUrlPath(accountId, path) }
  if (done.left.code === 'asset-path-taken') return done.left
  throw errorOf(done.left)
}
