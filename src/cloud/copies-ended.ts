import { cloudCopy, cloudCopyId } from '../domain/cloud/copy.ts'
import { copyRuns } from '../domain/cloud/copy-state.ts'
import { cloudService, cloudServiceId } from '../domain/cloud/service.ts'
import type { Work } from '../engine/write/execute.ts'

/** Queue ids of the ended copies of a cloud service, from the log: input for decisions about the service. */
export const copiesEnded = async (work: Work, accountId: string, serviceId: number): Promise<readonly string[]> => {
  const { state } = await work.load(cloudService, cloudServiceId(accountId, serviceId))
  if (state.status !== 'configured') return []
  const copies = await Promise.all(
    state.copies.map(async ({ queueId }) => {
      const copy = await work.load(cloudCopy, cloudCopyId(accountId, queueId))
      return { queueId, runs: copyRuns(copy.state) }
    }),
  )
  return copies.filter(copy => !copy.runs).map(copy => copy.queueId)
}
