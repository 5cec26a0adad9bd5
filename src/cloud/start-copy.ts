import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { about, type Schema } from '../codec/described.ts'
import { listOf } from '../codec/json.ts'
import { CloudFolder, CloudName, folderOf } from '../domain/cloud/path.ts'
import { type CopyRequest, cloudService, cloudServiceId, queueIdOf } from '../domain/cloud/service.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import type { JsonReply } from '../engine/operation.ts'
import { refuse, reply } from '../engine/reply.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import { executed } from '../engine/write/steps.ts'
import type { Ports } from '../ports/ports.ts'
import { copiesEnded } from './copies-ended.ts'

const most = 10_000
/** Fields of a copy request. */
export const CopyFields = {
  path: about(CloudFolder, 'The folder below the root directory that the names are relative to.'),
  files: about(listOf(CloudName, most), 'Files to copy.'),
  folders: about(listOf(CloudFolder, most), 'Folders to copy with all that is in them.'),
}

/** A copy names a file or a folder: the rule for the OpenAPI document. */
export const namesSomething: Schema = { if: { required: ['files'] }, else: { required: ['folders'] } }

/** A request with each name once: a folder with and without a slash at its end is one. */
const requestOf = ({ path = '', files = [], folders = [] }: Partial<CopyRequest>): E.Either<Rejection, CopyRequest> =>
  files.length > 0 || folders.length > 0
    ? E.right({ path: folderOf(path), files: [...new Set(files)], folders: [...new Set(folders.map(folderOf))] })
    : refuse('invalid-request', 'Name at least one file or folder.', {
        errors: [{ pointer: '/files', code: 'required', detail: 'must name a file, or folders a folder' }],
      })

/** Starts a copy, or returns the running one of the same request. */
export const startCopy = (
  accountId: string,
  serviceId: number,
  sent: Partial<CopyRequest>,
  work: Work,
  { clock }: Pick<Ports, 'clock'>,
): TE.TaskEither<Rejection, JsonReply<{ queueId: string }>> =>
  pipe(
    TE.Do,
    TE.bind('request', () => TE.fromEither(requestOf(sent))),
    TE.bind('ended', () => TE.fromTask(() => copiesEnded(work, accountId, serviceId))),
    TE.bind('started', ({ request, ended }) => {
      const command = { kind: 'RequestCopy', ...request, ended, at: clock.now().toISOString() } as const
      return executed(work, cloudService, cloudServiceId(accountId, serviceId), command)
    }),
    TE.flatMapEither(({ started, request }) => reply({ queueId: queueIdOf(started.state, request) ?? '' })),
  )
