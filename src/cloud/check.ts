import { prefixOf } from '../domain/cloud/path.ts'
import type { CloudRoot } from '../domain/cloud/root-dir.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import type { CloudCredentials, CloudFailure, CloudStorages } from '../ports/cloud-storage.ts'

/** What is to be looked at when a check fails; the place itself when nothing better is known. */
const places: Readonly<Record<string, string>> = { 'key-refused': '/accessKey', 'secret-refused': '/secreteKey' }

/** Tries credentials with a listing (decision 46); undefined: they are good for it. */
export const checkCloud = async (
  cloudStorage: CloudStorages,
  root: CloudRoot,
  credentials: CloudCredentials,
): Promise<Rejection | undefined> => {
  const storage = await cloudStorage.open(root, credentials)
  const failure = await storage.check(prefixOf(root.prefix))
  if (failure === undefined) return undefined
  const { code, detail } = failure
  const pointer = places[code] ?? '/rootDir'
  return rejection('cloud-check-failed', detail, { errors: [{ pointer, code, detail }] })
}

/** Failures that pass by themselves, it is to be hoped. */
const passing: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'unavailable'])

/** Why a cloud service that was connected cannot be read now. */
export const cloudRejection = ({ code, detail }: CloudFailure): Rejection =>
  rejection(passing.has(code) ? 'cloud-unavailable' : 'cloud-refused', detail, { extra: { reason: code } })
