import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { listOf } from '../../src/codec/json.ts'
import { cloudCopy, cloudCopyId } from '../../src/domain/cloud/copy.ts'
import type { CloudCopyEvent } from '../../src/domain/cloud/copy-events.ts'
import { CopyState, copyRuns, evolveCopy, notBegun } from '../../src/domain/cloud/copy-state.ts'
import { cloudService } from '../../src/domain/cloud/service.ts'
import type { CloudCopyRequested } from '../../src/domain/cloud/service-events.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { on, projectionOn } from '../../src/engine/read/projection-of.ts'
import { requestedId, requestOf } from './copy-request.ts'

/** Requested copies; `id` is the copy's stream id. */
export const CloudCopyToDo = fields(
  {
    ...todoFields.required,
    id: t.string,
    accountId: t.string,
    serviceId: t.number,
    path: t.string,
    files: listOf(t.string),
    folders: listOf(t.string),
    copy: CopyState,
  },
  todoFields.optional,
)
export type CloudCopyToDo = t.TypeOf<typeof CloudCopyToDo>

const asked = ({ accountId, serviceId, queueId, path, files, folders }: CloudCopyRequested['data']): CloudCopyToDo => ({
  ...todoOf(true, notBegun.attempts),
  id: cloudCopyId(accountId, queueId),
  accountId,
  serviceId,
  path,
  files,
  folders,
  copy: notBegun,
})

const worked = (item: CloudCopyToDo, event: CloudCopyEvent): CloudCopyToDo => {
  const copy = evolveCopy(item.copy, event)
  const { notBefore: _, ...rest } = item
  return { ...rest, ...todoOf(copyRuns(copy), copy.attempts), copy }
}

export const cloudCopiesToDo = todoList(
  projectionOn<CloudCopyToDo>({ name: 'cloud-copies-to-do', version: 1, codec: CloudCopyToDo, indexes: [['todo']] }, [
    on(cloudService, {
      idOf: requestedId,
      evolve(item, event) {
        const request = requestOf(event)
        return request ? asked(request) : item
      },
    }),
    on(cloudCopy, { evolve: (item, event) => item && worked(item, event) }),
  ]),
  item => item.copy.status === 'FAILED',
)
