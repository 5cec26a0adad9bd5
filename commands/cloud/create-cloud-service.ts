import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { checkCloud } from '../../src/cloud/check.ts'
import { storeCredentials } from '../../src/cloud/open-service.ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { oneOf, text } from '../../src/codec/text.ts'
import { AccessKey, SecretKey } from '../../src/domain/cloud/credentials.ts'
import { CloudServiceReply, exampleService } from '../../src/domain/cloud/reply.ts'
import { parseRootDir, serviceTypes, shownRootDir } from '../../src/domain/cloud/root-dir.ts'
import { cloudService, cloudServiceId } from '../../src/domain/cloud/service.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'

/** POST /accounts/{accountId}/cloud (4.9, decision 46): connects a cloud service whose credentials are good for a listing. */
export const createCloudService = command({
  summary: 'Connect a cloud storage service',
  description:
    'rootDir is `bucket/prefix`; for S3Compatible, and for an emulator of any service, a URL `https://host[:port]/bucket/prefix`. AzureBlob: accessKey is the name of the account; GoogleCloudStorage: the mail of the service account and its PEM key. The credentials are tried with a listing.',
  problems: ['cloud-check-failed'],
  params: t.type({ accountId: AccountId }),
  newIds: { serviceId: 'cloud-service' },
  body: fields({
    name: Name,
    serviceType: oneOf(...serviceTypes),
    rootDir: text({ min: 1, max: 2048 }),
    accessKey: AccessKey,
    secreteKey: SecretKey,
  }),
  reply: CloudServiceReply,
  example: {
    body: {
      name: 'Studio files',
      serviceType: 'AmazonS3',
      rootDir: 'acme-studio/spring',
      accessKey: '<ACCESS_KEY>',
      secreteKey: '<SECRET_KEY>',
    },
    reply: exampleService,
  },
  async run({ params: { accountId }, body, newIds }, work, { cloudStorage, secrets, clock }) {
    const { name, serviceType, accessKey } = body
    const root = parseRootDir(serviceType, body.rootDir)
    if (E.isLeft(root))
      return refuse('invalid-request', `rootDir ${root.left}.`, {
        errors: [{ pointer: '/rootDir', code: 'invalid', detail: root.left }],
      })
    const credentials = { accessKey, secretKey: body.secreteKey }
    const failed = await checkCloud(cloudStorage, root.right, credentials)
    if (failed) return E.left(failed)
    const serviceId = newIds.serviceId
    const secretId = await storeCredentials(secrets, accountId, serviceId, credentials)
    const rootDir = shownRootDir(root.right, body.rootDir, accessKey)
    const configured = { accountId, serviceId, name, serviceType, rootDir, root: root.right, secretId }
    const done = await work.execute(cloudService, cloudServiceId(accountId, serviceId), {
      kind: 'Configure',
      ...configured,
      at: clock.now().toISOString(),
    })
    const kept = E.isRight(done) && done.right.state.status === 'configured' ? done.right.state.secretId : undefined
    // a repeat after a crash finds what the first run has kept
    if (kept !== secretId) await secrets.forget(secretId)
    return E.isLeft(done) ? done : reply({ id: serviceId, name, serviceType, rootDir }, done.right.revision)
  },
})
