import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { checkCloud } from '../../src/cloud/check.ts'
import { serviceFromLog } from '../../src/cloud/find-service.ts'
import { keepingUsedSecret } from '../../src/cloud/keep-secret.ts'
import { storeCredentials } from '../../src/cloud/open-service.ts'
import { about, ruled } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { AccessKey, keysTogether, SecretKey } from '../../src/domain/cloud/credentials.ts'
import { cloudService, cloudServiceId } from '../../src/domain/cloud/service.ts'
import type { Rejection } from '../../src/domain/shared/decider.ts'
import { command } from '../../src/engine/operation.ts'
import { noContentAt, refuse } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import { executed } from '../../src/engine/write/steps.ts'
import type { CloudCredentials } from '../../src/ports/cloud-storage.ts'

const Body = ruled(
  fields(
    { name: about(Name, 'The new name.') },
    {
      accessKey: about(
        AccessKey,
        'The access key; for AzureBlob the account name, for GoogleCloudStorage the address of the service account.',
      ),
      secreteKey: about(SecretKey, 'The secret key; for GoogleCloudStorage the PEM key. Stored encrypted.'),
    },
  ),
  { dependentRequired: keysTogether },
)

/** PUT /accounts/{accountId}/cloud/{serviceId} (CLOUD-1): changes the name and, as an extension, the credentials. */
export const updateCloudService = command({
  summary: 'Rename a cloud storage service, or give it new credentials',
  takesIfMatch: true,
  description:
    'Send accessKey and secreteKey together or not at all. New credentials are checked by listing the root directory.',
  problems: ['cloud-check-failed'],
  params: t.type({ accountId: AccountId, serviceId: IntegerText }),
  body: Body,
  reply: { media: '', tagged: true },
  example: { body: { name: 'Studio files, spring' } },
  run: ({ params: { accountId, serviceId }, body, ifMatch }, work, { cloudStorage, secrets, clock }) =>
    changeOf(
      cloudService,
      cloudServiceId(accountId, serviceId),
      pipe(
        TE.fromEither(sentCredentials(body)),
        TE.bindTo('sent'),
        TE.bind('service', () => serviceFromLog(work, accountId, serviceId)),
        TE.tap(({ sent, service }) => (sent ? checkCloud(cloudStorage, service.state.root, sent) : TE.right(sent))),
        TE.bind('fresh', ({ sent }) =>
          TE.fromTask(async () => sent && (await storeCredentials(secrets, work, { accountId, serviceId }, sent))),
        ),
        TE.flatMap(({ service, fresh }) => {
          const stored = fresh === undefined ? {} : { secretId: fresh }
          const update = { kind: 'Update', name: body.name, ...stored, at: clock.now().toISOString() } as const
          const change = executed(work, cloudService, cloudServiceId(accountId, serviceId), update, { ifMatch })
          return keepingUsedSecret(secrets, { before: service, fresh }, change)
        }),
      ),
      done =>
        pipe(
          TE.right(done),
          TE.flatMapEither(({ revision }) => noContentAt(revision)),
        ),
    ),
})

const sentCredentials = ({
  accessKey,
  secreteKey,
}: t.TypeOf<typeof Body>): E.Either<Rejection, CloudCredentials | undefined> => {
  if (accessKey !== undefined && secreteKey !== undefined) return E.right({ accessKey, secretKey: secreteKey })
  if (accessKey === secreteKey) return E.right(undefined)
  const pointer = accessKey === undefined ? '/accessKey' : '/secreteKey'
  return refuse('invalid-request', 'accessKey and secreteKey must be sent together.', {
    errors: [{ pointer, code: 'required', detail: 'is required with the other key' }],
  })
}
