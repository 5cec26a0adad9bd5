import * as t from 'io-ts'
import { CopyFields, startCopy } from '../../src/cloud/start-copy.ts'
import { about, ruled } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { AccessKey, keysTogether, SecretKey } from '../../src/domain/cloud/credentials.ts'
import { command } from '../../src/engine/operation.ts'
import { updateCloudService } from './update-cloud-service.ts'

/**
 * POST /accounts/{accountId}/cloud/{serviceId}: the path that the interface uses for two operations (CLOUD-6). With files
 * or folders it is copyCloudFiles, else updateCloudService, which returns 204.
 */
export const changeCloudService = command({
  summary: 'Copy files of a cloud service, or rename it (documented form of both)',
  description:
    'With `files` or `folders`: same as copyCloudFiles, returns the queueId. With `name` only: same as updateCloudService, returns 204.',
  extension: true,
  start: true,
  problems: ['cloud-check-failed'],
  params: t.type({ accountId: AccountId, serviceId: IntegerText }),
  body: ruled(
    fields(
      {},
      {
        ...CopyFields,
        name: about(Name, 'The new name.'),
        accessKey: about(
          AccessKey,
          'The access key; for AzureBlob the account name, for GoogleCloudStorage the address of the service account.',
        ),
        secreteKey: about(SecretKey, 'The secret key; for GoogleCloudStorage the PEM key. Stored encrypted.'),
      },
    ),
    {
      dependentRequired: keysTogether,
      if: { anyOf: [{ required: ['files'] }, { required: ['folders'] }] },
      else: { required: ['name'] },
    },
  ),
  reply: fields({ queueId: t.string }),
  noContent: 'The service was renamed; no content.',
  example: { body: { folders: ['banners'] }, reply: { queueId: 'cloud-copy-7-1' } },
  run(input, work, ports) {
    const { accountId, serviceId } = input.params
    const { name, accessKey, secreteKey, ...request } = input.body
    if (name === undefined || request.files !== undefined || request.folders !== undefined)
      return startCopy(accountId, serviceId, request, work, ports)()
    const keys = {
      ...(accessKey === undefined ? {} : { accessKey }),
      ...(secreteKey === undefined ? {} : { secreteKey }),
    }
    return updateCloudService.run({ ...input, query: undefined, body: { name, ...keys } }, work, ports)
  },
})
