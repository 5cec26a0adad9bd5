import * as E from 'fp-ts/lib/Either.js'
import { listOf } from '../codec/json.ts'
import { CloudFolder, CloudName } from '../domain/cloud/path.ts'
import { type CopyRequest, cloudService, cloudServiceId, queueIdOf } from '../domain/cloud/service.ts'
import { refuse, reply } from '../engine/reply.ts'
import type { Work } from '../engine/write/execute.ts'
import type { Ports } from '../ports/ports.ts'
import { copiesEnded } from './copies-ended.ts'

const most = 10_000
/** Members of a request to copy. */
export const CopyFields = { path: CloudFolder, files: listOf(CloudName, most), folders: listOf(CloudFolder, most) }

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
  return E.isLeft(done) ? done : reply({ queueId: queueIdOf(done.right.state, request) ?? '' })
}
