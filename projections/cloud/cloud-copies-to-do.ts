import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { listOf } from '../../src/codec/json.ts'
import { cloudCopy, cloudCopyId } from '../../src/domain/cloud/copy.ts'
import type { CloudCopyEvent } from '../../src/domain/cloud/copy-events.ts'
import { CopyState, copyRuns, evolveCopy, notBegun } from '../../src/domain/cloud/copy-state.ts'
import { cloudService } from '../../src/domain/cloud/service.ts'
import type { CloudCopyRequested } from '../../src/domain/cloud/service-events.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { isOf, streamId } from '../../src/engine/read/streams.ts'
import type { Recorded } from '../../src/ports/event-log.ts'

/** Categories of the streams that tell of copies: the request stands in the service's, the work in the copy's own. */
export const copyCategories = [cloudService.category, cloudCopy.category] as const

/** The request of a copy, when the event is one. */
export const requestOf = (event: Recorded): CloudCopyRequested['data'] | undefined => {
  const own = event as unknown as CloudCopyRequested
  return isOf(cloudService.category, event) && own.type === 'CloudCopyRequested' ? own.data : undefined
}
/** `<account>:<queueId>`; undefined when the event concerns no copy. */
export const copyIdOf = (event: Recorded): string | undefined => {
  if (isOf(cloudCopy.category, event)) return streamId(cloudCopy.category, event)
  const request = requestOf(event)
  return request && cloudCopyId(request.accountId, request.queueId)
}

/** Copies that were asked for; `id` is the copy's stream id. */
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

export const cloudCopiesToDo = todoList<CloudCopyToDo>({
  name: 'cloud-copies-to-do',
  version: 1,
  codec: CloudCopyToDo,
  indexes: [['todo']],
  categories: copyCategories,
  idOf: copyIdOf,
  evolve(item, event) {
    const request = requestOf(event)
    if (request) {
      const { accountId, serviceId, path, files, folders } = request
      const asked = { id: cloudCopyId(accountId, request.queueId), accountId, serviceId, path, files, folders }
      return { ...todoOf(true, notBegun.attempts), ...asked, copy: notBegun }
    }
    if (item === undefined) return undefined
    const copy = evolveCopy(item.copy, event as unknown as CloudCopyEvent)
    const { claim: _, notBefore: __, ...rest } = item
    return { ...rest, ...todoOf(copyRuns(copy), copy.attempts), copy }
  },
})
