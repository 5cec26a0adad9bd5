import * as t from 'io-ts'
import { fields } from '../codec/fields.ts'
import { mustDecode } from '../codec/must-decode.ts'
import type { CloudRoot } from '../domain/cloud/root-dir.ts'
import { AttemptFailed } from '../engine/react/attempt-failed.ts'
import type { Work } from '../engine/write/execute.ts'
import { drawnId } from '../engine/write/steps.ts'
import type { CloudCredentials, CloudStorage } from '../ports/cloud-storage.ts'
import type { Ports } from '../ports/ports.ts'
import type { Secrets } from '../ports/secrets.ts'

const Credentials = fields({ accessKey: t.string, secretKey: t.string })

const contextOf = (accountId: string, serviceId: number): string => `cloud:${accountId}:${serviceId}`

/** Stores the credentials that a command brings for a cloud service, sealed; returns the id that events contain (ARCH-14). */
export const storeCredentials = (
  secrets: Secrets,
  work: Pick<Work, 'commandId'>,
  { accountId, serviceId }: Pick<Service, 'accountId' | 'serviceId'>,
  credentials: CloudCredentials,
): Promise<string> =>
  secrets.store(JSON.stringify(credentials), contextOf(accountId, serviceId), drawnId(work, 'credentials'))

type Service = {
  readonly accountId: string
  readonly serviceId: number
  readonly root: CloudRoot
  readonly secretId: string
}

/** Opens a cloud service with its stored credentials. */
export const openCloudService = async (
  { accountId, serviceId, root, secretId }: Service,
  { secrets, cloudStorage }: Pick<Ports, 'secrets' | 'cloudStorage'>,
): Promise<{ readonly storage: CloudStorage; readonly root: CloudRoot }> => {
  const kept = await secrets.load(secretId, contextOf(accountId, serviceId))
  if (kept === undefined) throw new AttemptFailed('the credentials of the cloud service are gone')
  return { storage: await cloudStorage.open(root, mustDecode(Credentials, JSON.parse(kept))), root }
}
