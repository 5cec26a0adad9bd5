import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { answer, refuse } from '../../src/answer.ts'
import { copiesEnded } from '../../src/cloud/copies-ended.ts'
import { AccountId, fields, IntegerText, listOf } from '../../src/codec.ts'
import { CloudFolder, CloudName } from '../../src/domain/cloud/path.ts'
import { type CopyRequest, cloudService, cloudServiceId, queueIdOf } from '../../src/domain/cloud/service.ts'
import type { Work } from '../../src/execute.ts'
import { command } from '../../src/operation.ts'
import type { Ports } from '../../src/ports/ports.ts'

const most = 10_000
export const CopyFields = { path: CloudFolder, files: listOf(CloudName, most), folders: listOf(CloudFolder, most) }
const Body = fields({}, CopyFields)

/** Begins a copy, or answers the running one of the same request. */
export const startCopy = async (
  accountId: string,
  serviceId: number,
  { path = '', files = [], folders = [] }: Partial<CopyRequest>,
  work: Work,
  { clock }: Pick<Ports, 'clock'>,
) => {
  if (files.length === 0 && folders.length === 0)
    return refuse('invalid-request', 'Name at least one file or folder.', {
      errors: [{ pointer: '/files', code: 'required', detail: 'must name a file, or folders a folder' }],
    })
  const request = { path, files: [...files], folders: [...folders] }
  const ended = await copiesEnded(work, accountId, serviceId)
  const asked = { kind: 'RequestCopy' as const, ...request, ended, at: clock.now().toISOString() }
  const done = await work.execute(cloudService, cloudServiceId(accountId, serviceId), asked)
  return E.isLeft(done) ? done : answer({ queueId: queueIdOf(done.right.state, request) ?? '' })
}

/** POST /accounts/{accountId}/cloud/{serviceId}/copy (4.9, decision 45): files and folders into the asset library. */
export const copyCloudFiles = command({
  summary: 'Copy files and folders of a cloud service into the asset library',
  description:
    'Names are relative to `path`, and `path` to the root directory; a file gets the path in the library that it has below the root directory. The queueId is watched with getQueue. The same request while its copy runs answers the running queueId.',
  start: true,
  params: t.type({ accountId: AccountId, serviceId: IntegerText }),
  body: Body,
  reply: fields({ queueId: t.string }),
  example: {
    body: { path: 'spring', files: ['logo.png'], folders: ['banners'] },
    reply: { queueId: 'cloud-copy-7-1' },
  },
  run: ({ params: { accountId, serviceId }, body }, work, ports) => startCopy(accountId, serviceId, body, work, ports),
})
