import { type CloudCopyToDo, cloudCopiesToDo } from '../../../projections/cloud/cloud-copies-to-do.ts'
import { openCloudService } from '../../cloud/open-service.ts'
import { cloudCopy } from '../../domain/cloud/copy.ts'
import { cloudService, cloudServiceId } from '../../domain/cloud/service.ts'
import { process } from '../../engine/react/process.ts'
import { held, settled } from '../../engine/react/settled.ts'
import type { Ports } from '../../ports/ports.ts'
import { runCopy } from './run-copy.ts'

const at = ({ clock }: Ports) => clock.now().toISOString()

/** Copies files of cloud services into the asset library (4.9, decision 45). */
export const cloudCopies = process<CloudCopyToDo>({
  name: 'cloud-copies',
  todo: cloudCopiesToDo,
  concurrency: 2,
  start: async (item, claim, work, ports) =>
    held(await work.execute(cloudCopy, item.id, { kind: 'StartAttempt', ...claim, at: at(ports) })),
  heartbeat: async (item, { attempt }, work, ports) =>
    held(await work.execute(cloudCopy, item.id, { kind: 'ShowLife', attempt, at: at(ports) })),
  async release(item, { attempt }, work, ports) {
    held(await work.execute(cloudCopy, item.id, { kind: 'ReleaseAttempt', attempt, at: at(ports) }))
  },
  async fail(item, { attempt }, reason, work, ports) {
    held(await work.execute(cloudCopy, item.id, { kind: 'FailAttempt', attempt, reason, at: at(ports) }))
  },
  async perform(item, { attempt }, work, ports, signal) {
    const { accountId, serviceId } = item
    const service = (await work.load(cloudService, cloudServiceId(accountId, serviceId))).state
    if (service.status !== 'configured') throw new Error('The cloud service is gone.')
    const { storage, root } = await openCloudService(service, ports)
    const before = (await work.load(cloudCopy, item.id)).state
    const context = { accountId, storage, rootPrefix: root.prefix, work, ports }
    const progress = await runCopy(item, before, context, signal, async told => {
      settled(await work.execute(cloudCopy, item.id, { kind: 'Progress', attempt, ...told, at: at(ports) }))
    })
    settled(await work.execute(cloudCopy, item.id, { kind: 'Finish', attempt, ...progress, at: at(ports) }))
  },
})
