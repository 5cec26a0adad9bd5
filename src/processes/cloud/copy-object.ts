import * as E from 'fp-ts/lib/Either.js'
import { NewAssetPath } from '../../domain/assets/asset.ts'
import { maxPixels } from '../../domain/assets/bounds.ts'
import { joinPath } from '../../domain/cloud/path.ts'
import { AttemptFailed } from '../../engine/react/attempt-failed.ts'
import { errorOf } from '../../engine/react/settled.ts'
import type { Work } from '../../engine/write/execute.ts'
import { isOfFile, storeAsset } from '../../library/store-asset.ts'
import { type CloudFailure, type CloudStorage, isCloudFailure } from '../../ports/cloud-storage.ts'
import type { Ports } from '../../ports/ports.ts'
import { beginningOf } from './beginning.ts'

/** Enough to detect the type of a file, and the size of nearly every picture. */
const sniffedBytes = 128 * 1024
const tries = 3
/** Failures of the service or the network, not of the object. */
const temporary: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'unavailable', 'address-refused'])

export type CopyContext = {
  readonly accountId: string
  readonly storage: CloudStorage
  readonly rootPrefix: string
  readonly work: Work
  readonly ports: Pick<Ports, 'blobs' | 'clock' | 'config' | 'fileKinds' | 'readModels'>
  readonly signal: AbortSignal
  /** Called with the size of each part of an object that arrives. */
  received(bytes: number): void
}

/** The service is temporarily unavailable: the copy continues later. */
export class CloudAway extends AttemptFailed {
  override readonly name = 'CloudAway'
  readonly failure: CloudFailure
  constructor(failure: CloudFailure) {
    super(failure.detail)
    this.failure = failure
  }
}

const interrupted = (error: unknown): CloudFailure => {
  if (error instanceof Error && 'code' in error && error.code === 'too-large')
    return { code: 'too-large', detail: 'The file is larger than copies accept.' }
  const code =
    error instanceof Error && 'code' in error && temporary.has(String(error.code)) ? String(error.code) : 'unreachable'
  return { code, detail: `The transfer of the file was interrupted (${code}).` }
}

/** Streams one object into the library; returns a failure of the object or the service. Throws when a store of ours fails. */
const transfer = async (name: string, context: CopyContext): Promise<CloudFailure | undefined> => {
  const { accountId, storage, rootPrefix, work, ports, signal, received } = context
  const opened = await storage.open(joinPath(rootPrefix, name), signal)
  if (isCloudFailure(opened)) return opened
  const { body } = opened
  let streamError: unknown
  body.on('error', error => {
    streamError = error
  })
  try {
    const { beginning, whole } = await beginningOf(body, sniffedBytes, received)
    const { contentType, pixels = 0 } = await ports.fileKinds.kindOfBeginning(beginning, name)
    if (pixels > maxPixels) {
      whole.destroy()
      body.destroy()
      return { code: 'too-large', detail: `The picture has ${pixels} pixels; at most ${maxPixels} are accepted.` }
    }
    const done = await storeAsset({ accountId, path: name.normalize('NFC'), contentType }, whole, work, ports)
    if (E.isRight(done)) return undefined
    if (isOfFile(done.left)) return done.left
    throw errorOf(done.left)
  } catch (error) {
    body.destroy()
    if (streamError === undefined) throw error
    return interrupted(streamError)
  }
}

/**
 * Copies one object to the same path of the asset library; undefined on success. A path that has the same bytes is left
 * unchanged. Throws CloudAway when the service fails three times in a row.
 */
export const copyObject = async (name: string, context: CopyContext): Promise<CloudFailure | undefined> => {
  if (E.isLeft(NewAssetPath.decode(name)))
    return {
      code: 'name-refused',
      detail:
        'The name is no path of the asset library: it has control characters, a backslash, // or .. in it, a blank at the begin or end of a name, or more than 512 characters.',
    }
  for (let left = tries - 1; ; left--) {
    const failure = await transfer(name, context)
    if (failure === undefined || !temporary.has(failure.code)) return failure
    context.signal.throwIfAborted()
    if (left === 0) throw new CloudAway(failure)
  }
}
