import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { checkCloud } from '../../src/cloud/check.ts'
import { storeCredentials } from '../../src/cloud/open-service.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { AccessKey, SecretKey } from '../../src/domain/cloud/credentials.ts'
import { cloudService, cloudServiceId } from '../../src/domain/cloud/service.ts'
import { command } from '../../src/engine/operation.ts'
import { noContent, refuse } from '../../src/engine/reply.ts'

/** PUT /accounts/{accountId}/cloud/{serviceId} (4.9): another name, and, beyond the interface, other credentials. */
export const updateCloudService = command({
  summary: 'Rename a cloud storage service, or give it new credentials',
  description: 'accessKey and secreteKey come together or not at all; new ones are tried with a listing.',
  problems: ['cloud-check-failed'],
  params: t.type({ accountId: AccountId, serviceId: IntegerText }),
  body: fields({ name: Name }, { accessKey: AccessKey, secreteKey: SecretKey }),
  reply: { media: '' },
  example: { body: { name: 'Studio files, spring' } },
  async run({ params: { accountId, serviceId }, body, ifMatch }, work, { cloudStorage, secrets, clock }) {
    const id = cloudServiceId(accountId, serviceId)
    const { name, accessKey, secreteKey } = body
    if ((accessKey === undefined) !== (secreteKey === undefined)) {
      const pointer = accessKey === undefined ? '/accessKey' : '/secreteKey'
      return refuse('invalid-request', 'accessKey and secreteKey come together.', {
        errors: [{ pointer, code: 'required', detail: 'is required beside the other key' }],
      })
    }
    const { state } = await work.load(cloudService, id)
    if (state.status !== 'configured') return refuse('not-found', 'There is no such cloud service on this account.')
    const credentials =
      accessKey === undefined || secreteKey === undefined ? undefined : { accessKey, secretKey: secreteKey }
    const failed = credentials && (await checkCloud(cloudStorage, state.root, credentials))
    if (failed) return E.left(failed)
    const secretId = credentials && (await storeCredentials(secrets, accountId, serviceId, credentials))
    const update = { kind: 'Update' as const, name, ...(secretId ? { secretId } : {}), at: clock.now().toISOString() }
    const done = await work.execute(cloudService, id, update, { ifMatch })
    if (E.isLeft(done)) {
      if (secretId) await secrets.forget(secretId)
      return done
    }
    if (secretId) await secrets.forget(state.secretId)
    return noContent
  },
})
