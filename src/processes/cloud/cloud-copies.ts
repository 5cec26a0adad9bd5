import { type CloudCopyToDo, cloudCopiesToDo } from '../../../projections/cloud/cloud-copies-to-do.ts'
import { openCloudService } from '../../cloud/open-service.ts'
import { type CloudCopyCommand, cloudCopy } from '../../domain/cloud/copy.ts'
import { type CopyState, cursorOf } from '../../domain/cloud/copy-state.ts'
import { cloudService, cloudServiceId } from '../../domain/cloud/service.ts'
import { fairSlots } from '../../engine/fair-slots.ts'
import { keptBy } from '../../engine/kept-by.ts'
import { leased } from '../../engine/react/leased.ts'
import { process, type Step } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import { timeOf } from '../../ports/clock.ts'
import { type CopyResult, runCopy } from './run-copy.ts'

/** Objects that a node copies at a time, for all accounts: there is always room for another account. */
const copySlots = keptBy(() => fairSlots({ inAll: 16, perAccount: 12 }))

/** `before`: the progress of earlier attempts. */
export type CopyAction = { readonly do: 'copy'; readonly before: CopyState }

const nextActions = (state: CopyState): readonly CopyAction[] => [{ do: 'copy', before: state }]

const perform = async ({ before }: CopyAction, step: Step<CloudCopyToDo>): Promise<void> => {
  const { item, claim, work, ports, signal } = step
  const { accountId, serviceId } = item
  const { attempt } = claim
  const record = async (command: CloudCopyCommand) => void settled(await work.execute(cloudCopy, item.id, command))
  const end = ({ beyond, ...counts }: CopyResult) => {
    const result = { attempt, ...counts, at: timeOf(ports) }
    return record(beyond === undefined ? { kind: 'Finish', ...result } : { kind: 'GiveUp', ...result, reason: beyond })
  }
  const begun = { total: before.total, done: before.done, failed: before.failed, faults: [] }
  const cursor = cursorOf(before) ?? { source: 0 }
  await record({ kind: 'Progress', attempt, ...begun, cursor, at: timeOf(ports) })
  const service = (await work.load(cloudService, cloudServiceId(accountId, serviceId))).state
  if (service.status !== 'configured') {
    const { total, done, failed } = before
    return end({ total, done, failed, faults: [], beyond: 'The cloud service no longer exists.' })
  }
  const { storage, root } = await openCloudService(service, ports)
  const context = { accountId, storage, rootPrefix: root.prefix, work, ports, slots: copySlots(ports) }
  const result = await runCopy(item, before, context, signal, progress =>
    record({ kind: 'Progress', attempt, ...progress, at: timeOf(ports) }),
  )
  await end(result)
}

/** Copies files of cloud services into the asset library (CLOUD-1, CLOUD-7). */
export const cloudCopies = process({
  name: 'cloud-copies',
  todo: cloudCopiesToDo,
  concurrency: 2,
  claim: leased(
    cloudCopy,
    (item: CloudCopyToDo) => item.id,
    state => state.attempts,
  ),
  nextActions,
  perform,
})
