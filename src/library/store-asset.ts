import * as E from 'fp-ts/lib/Either.js'
import { type Asset, asset } from '../domain/assets/asset.ts'
import { assetId } from '../domain/assets/asset-id.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import type { Work } from '../engine/write/execute.ts'
import type { Ports } from '../ports/ports.ts'
import { NotStored, withRoom } from '../storage/room.ts'

/** Whether a refusal is about the file, so that the next one may be stored; any other says that nothing can be stored now. */
export const isOfFile = ({ code }: Rejection): boolean => code === 'asset-path-taken' || code === 'storage-full'

type Bytes = Parameters<Ports['blobs']['put']>[0]

/**
 * Stores a file in the library of an account. What the path or the room of the account refuses is not stored at all; the same bytes at the
 * same path need no room.
 */
export const storeAsset = (
  { accountId, path, contentType }: Pick<Asset, 'accountId' | 'path' | 'contentType'>,
  bytes: Bytes,
  work: Pick<Work, 'execute' | 'load'>,
  ports: Pick<Ports, 'blobs' | 'clock' | 'config' | 'readModels'>,
): Promise<E.Either<Rejection, Pick<Asset, 'sha256' | 'size'>>> =>
  withRoom(ports, accountId, async room => {
    const id = assetId(accountId, path)
    const at = ports.clock.now().toISOString()
    const mayStore = async ({ sha256, size }: Pick<Asset, 'sha256' | 'size'>) => {
      const decided = asset.decide(
        { accountId, path, sha256, size, contentType, at },
        (await work.load(asset, id)).state,
      )
      if (E.isLeft(decided)) throw new NotStored(decided.left)
      if (decided.right.length > 0) await room.mayStore({ size })
    }
    const { sha256, size } = await ports.blobs.put(bytes, { mayStore })
    const done = await work.execute(asset, id, { accountId, path, sha256, size, contentType, at })
    if (E.isLeft(done)) return done
    room.recorded(done.right)
    return E.right({ sha256, size })
  })
