import * as E from 'fp-ts/lib/Either.js'
import { prefixOf } from '../domain/cloud/path.ts'
import type { CloudRoot } from '../domain/cloud/root-dir.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import { refuse } from '../engine/reply.ts'
import type * as TE from '../engine/task-either.ts'
import type { CloudCredentials, CloudFailure, CloudStorages } from '../ports/cloud-storage.ts'

/** The field that a failed check refers to; the root directory if nothing more precise is known. */
const pointers: Readonly<Record<string, string>> = { 'key-refused': '/accessKey', 'secret-refused': '/secreteKey' }

/** Checks credentials by requesting a listing (CLOUD-4). */
export const checkCloud =
  (
    cloudStorage: CloudStorages,
    root: CloudRoot,
    credentials: CloudCredentials,
  ): TE.TaskEither<Rejection, CloudCredentials> =>
  async () => {
    const storage = await cloudStorage.open(root, credentials)
    const failure = await storage.check(prefixOf(root.prefix))
    if (failure === undefined) return E.right(credentials)
    const { code, detail } = failure
    return refuse('cloud-check-failed', detail, { errors: [{ pointer: pointers[code] ?? '/rootDir', code, detail }] })
  }

/** Failures that may pass without a change to the cloud service. */
const passing: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'unavailable'])

/** Why a connected cloud service cannot be read at the moment. */
export const cloudRejection = ({ code, detail }: CloudFailure): Rejection =>
  rejection(passing.has(code) ? 'cloud-unavailable' : 'cloud-refused', detail, { extra: { reason: code } })
