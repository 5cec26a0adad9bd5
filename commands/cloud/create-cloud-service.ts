import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { checkCloud } from '../../src/cloud/check.ts'
import { keepingUsedSecret } from '../../src/cloud/keep-secret.ts'
import { storeCredentials } from '../../src/cloud/open-service.ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { oneOf, text } from '../../src/codec/text.ts'
import { AccessKey, SecretKey } from '../../src/domain/cloud/credentials.ts'
import { CloudServiceReply, exampleService } from '../../src/domain/cloud/reply.ts'
import type { CloudRoot, ServiceType } from '../../src/domain/cloud/root-dir.ts'
import { parseRootDir, serviceTypes, shownRootDir } from '../../src/domain/cloud/root-dir.ts'
import { cloudService, cloudServiceId } from '../../src/domain/cloud/service.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf, checkedFirst } from '../../src/engine/write/change.ts'
import { executed } from '../../src/engine/write/steps.ts'

/** POST /accounts/{accountId}/cloud (CLOUD-1, CLOUD-4): connects a cloud service after checking its credentials with a listing. */
export const createCloudService = command({
  summary: 'Connect a cloud storage service',
  description:
    'rootDir is `bucket/prefix`; for S3Compatible, and for an emulator of any service, a URL `https://host[:port]/bucket/prefix`. AzureBlob: accessKey is the account name. GoogleCloudStorage: accessKey is the email address of the service account, secreteKey its PEM key. The credentials are checked by listing the root directory.',
  problems: ['cloud-check-failed'],
  params: t.type({ accountId: AccountId }),
  newIds: { serviceId: 'cloud-service' },
  body: fields({
    name: about(Name, 'The name of the service.'),
    serviceType: about(oneOf(...serviceTypes), 'The kind of cloud storage.'),
    rootDir: about(text({ min: 1, max: 2048 }), '`bucket/prefix`, or a URL for S3Compatible and emulators.'),
    accessKey: about(
      AccessKey,
      'The access key; for AzureBlob the account name, for GoogleCloudStorage the address of the service account.',
    ),
    secreteKey: about(SecretKey, 'The secret key; for GoogleCloudStorage the PEM key. Stored encrypted.'),
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
  run({ params: { accountId }, body, newIds: { serviceId } }, work, { cloudStorage, secrets, clock }) {
    const { name, serviceType, accessKey, secreteKey: secretKey } = body
    const own = { accountId, serviceId, name, serviceType, at: clock.now().toISOString() }
    const id = cloudServiceId(accountId, serviceId)
    const configured = (root: CloudRoot, rootDir: string) =>
      pipe(
        checkCloud(cloudStorage, root, { accessKey, secretKey }),
        TE.flatMapTask(credentials => () => storeCredentials(secrets, work, own, credentials)),
        TE.flatMap(secretId => {
          const configure = { kind: 'Configure', ...own, rootDir, root, secretId } as const
          return keepingUsedSecret(secrets, { fresh: secretId }, executed(work, cloudService, id, configure))
        }),
      )
    return checkedFirst(TE.fromEither(rootOf(serviceType, body.rootDir)), root => {
      const rootDir = shownRootDir(root, body.rootDir, accessKey)
      return changeOf(cloudService, id, configured(root, rootDir), ({ revision }) =>
        TE.fromEither(reply({ id: serviceId, name, serviceType, rootDir }, revision)),
      )
    })
  },
})

const rootOf = (serviceType: ServiceType, rootDir: string) =>
  pipe(
    parseRootDir(serviceType, rootDir),
    E.mapLeft(fault => {
      const errors = [{ pointer: '/rootDir', code: 'invalid', detail: fault }]
      return rejection('invalid-request', `rootDir ${fault}.`, { errors })
    }),
  )
