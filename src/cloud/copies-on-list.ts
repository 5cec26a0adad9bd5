import { cloudCopiesToDo } from '../../projections/cloud/cloud-copies-to-do.ts'
import { cloudCopy } from '../domain/cloud/copy.ts'
import { copyRuns } from '../domain/cloud/copy-state.ts'
import { open } from '../engine/react/due-items.ts'
import { everyDocument } from '../engine/read/documents.ts'
import type { Work } from '../engine/write/execute.ts'
import type { Ports } from '../ports/ports.ts'
import type { Where } from '../ports/read-models.ts'

/**
 * Queue ids of the copies of a cloud service that go on, by the to-do list. It has those that an operator has tried again after the service
 * had forgotten them, because a later copy was requested meanwhile.
 */
export const copiesOnList = async (
  work: Work,
  { readModels }: Pick<Ports, 'readModels'>,
  accountId: string,
  serviceId: number,
): Promise<readonly string[]> => {
  const of = (field: string, value: string | number): Where => ({ field: [field], is: '=', value })
  const where: Where = { all: [open, of('accountId', accountId), of('serviceId', serviceId)] }
  const running: string[] = []
  // the list may lag behind the end of a copy
  for await (const { id } of everyDocument(readModels, cloudCopiesToDo, { where }))
    if (copyRuns((await work.load(cloudCopy, id)).state)) running.push(id.slice(accountId.length + 1))
  return running
}
