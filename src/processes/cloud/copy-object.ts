import * as E from 'fp-ts/lib/Either.js'
import { AssetPath, asset } from '../../domain/assets/asset.ts'
import { assetId } from '../../domain/assets/asset-id.ts'
import { maxPixels } from '../../domain/assets/bounds.ts'
import { joinPath } from '../../domain/cloud/path.ts'
import type { Work } from '../../engine/write/execute.ts'
import { type CloudFailure, type CloudStorage, isCloudFailure } from '../../ports/cloud-storage.ts'
import type { Ports } from '../../ports/ports.ts'
import { beginningOf } from './beginning.ts'

/** Enough to see the kind of a file, and of nearly every picture its size. */
const sniffedBytes = 128 * 1024
const tries = 3
/** Failures of the service or of the way to it, not of the one object. */
const passing: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'unavailable', 'address-refused'])

export type CopyContext = {
  readonly accountId: string
  readonly storage: CloudStorage
  readonly rootPrefix: string
  readonly work: Work
  readonly ports: Pick<Ports, 'blobs' | 'clock' | 'fileKinds'>
  readonly signal: AbortSignal
}

/** The service failed in a way that may pass: the copy goes on later. */
export class CloudAway extends Error {
  override readonly name = 'CloudAway'
  readonly failure: CloudFailure
  constructor(failure: CloudFailure) {
    super(failure.detail)
    this.failure = failure
  }
}

const broken = (error: unknown): CloudFailure => {
  const code =
    error instanceof Error && 'code' in error && passing.has(String(error.code)) ? String(error.code) : 'unreachable'
  return { code, detail: `The transfer of the file broke off (${code}).` }
}

/** Streams one object into the library; answers why it could not be. Throws what is our own fault. */
const transfer = async (name: string, context: CopyContext): Promise<CloudFailure | undefined> => {
  const { accountId, storage, rootPrefix, work, ports, signal } = context
  const opened = await storage.open(joinPath(rootPrefix, name), signal)
  if (isCloudFailure(opened)) return opened
  const { body } = opened
  let cut: unknown
  body.on('error', error => {
    cut = error
  })
  try {
    const { beginning, whole } = await beginningOf(body, sniffedBytes)
    const { contentType, pixels = 0 } = await ports.fileKinds.kindOfBeginning(beginning, name)
    if (pixels > maxPixels) {
      whole.destroy()
      body.destroy()
      return { code: 'too-large', detail: `The picture has ${pixels} pixels; at most ${maxPixels} are taken.` }
    }
    const { sha256, size } = await ports.blobs.put(whole)
    const stored = { accountId, path: name, sha256, size, contentType, at: ports.clock.now().toISOString() }
    const done = await work.execute(asset, assetId(accountId, name), stored)
    if (E.isRight(done)) return undefined
    if (done.left.code === 'asset-path-taken') return done.left
    throw new Error(done.left.detail)
  } catch (error) {
    body.destroy()
    if (cut === undefined) throw error
    return broken(cut)
  }
}

/**
 * Copies one object to the same path of the asset library; undefined: it is there. A path that holds the same bytes already
 * is left as it is. Throws CloudAway when the service fails three times in a row.
 */
export const copyObject = async (name: string, context: CopyContext): Promise<CloudFailure | undefined> => {
  if (E.isLeft(AssetPath.decode(name)))
    return {
      code: 'name-refused',
      detail:
        'The name cannot be a path of the asset library (letters, digits, . _ ~ - ( ) and spaces, 512 characters).',
    }
  for (let left = tries - 1; ; left--) {
    const failure = await transfer(name, context)
    if (failure === undefined || !passing.has(failure.code)) return failure
    context.signal.throwIfAborted()
    if (left === 0) throw new CloudAway(failure)
  }
}
