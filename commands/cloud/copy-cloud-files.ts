import * as t from 'io-ts'
import { CopyFields, namesSomething, startCopy } from '../../src/cloud/start-copy.ts'
import { ruled } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { command } from '../../src/engine/operation.ts'

const Body = ruled(fields({}, CopyFields), namesSomething)

/** POST /accounts/{accountId}/cloud/{serviceId}/copy (CLOUD-1, CLOUD-7): copies files and folders into the asset library. */
export const copyCloudFiles = command({
  summary: 'Copy files and folders of a cloud service into the asset library',
  description:
    'Names are relative to `path`, and `path` to the root directory. A file keeps its path below the root directory in the library. Read the progress with getQueue. The same request while its copy is running returns the running queueId.',
  start: true,
  params: t.type({ accountId: AccountId, serviceId: IntegerText }),
  body: Body,
  reply: fields({ queueId: t.string }),
  example: {
    body: { path: 'spring', files: ['logo.png'], folders: ['banners'] },
    reply: { queueId: 'cloud-copy-7-1' },
  },
  run: ({ params: { accountId, serviceId }, body }, work, ports) =>
    startCopy(accountId, serviceId, body, work, ports)(),
})
