import { exportsToArchive } from '../../../projections/exports/exports-to-archive.ts'
import { exportOf } from '../../domain/exports/export.ts'
import { offeredZip } from '../../domain/exports/past-files.ts'
import { process } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'

/** Archives exports whose 30 days are over (decision 24). Archiving twice changes nothing, so nobody needs to claim an item. */
export const archiving = process({
  name: 'archiving',
  todo: exportsToArchive,
  concurrency: 4,
  start: async () => true,
  heartbeat: async () => true,
  release: async () => undefined,
  async perform(item, _claim, work, { clock }) {
    const zip = offeredZip(item.export)
    if (zip === undefined) return
    settled(await work.execute(exportOf, item.id, { kind: 'Archive', zip, at: clock.now().toISOString() }))
  },
  async fail(item, _claim, reason, _work, { logger }) {
    logger.error({ export: item.id, reason }, 'an export could not be archived')
  },
})
