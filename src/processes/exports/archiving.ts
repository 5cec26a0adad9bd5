import { type ExportToArchive, exportsToArchive } from '../../../projections/exports/exports-to-archive.ts'
import { exportOf } from '../../domain/exports/export.ts'
import { offeredZip } from '../../domain/exports/past-files.ts'
import { unleased } from '../../engine/react/leased.ts'
import { process } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import { timeOf } from '../../ports/clock.ts'

export type ArchivingAction = { readonly do: 'archive'; readonly zip: string }

const nextActions = (item: ExportToArchive): readonly ArchivingAction[] => {
  const zip = offeredZip(item.export)
  return zip === undefined ? [] : [{ do: 'archive', zip }]
}

/** Archives exports after 30 days (EXPORT-4). */
export const archiving = process({
  name: 'archiving',
  todo: exportsToArchive,
  concurrency: 4,
  claim: unleased<ExportToArchive>({
    onFail: ({ item, ports }, reason) =>
      ports.logger.error({ export: item.id, reason }, 'an export could not be archived'),
  }),
  nextActions,
  async perform({ zip }, { item, work, ports }) {
    settled(await work.execute(exportOf, item.id, { kind: 'Archive', zip, at: timeOf(ports) }))
  },
})
