import * as t from 'io-ts'
import { fields } from '../codec/fields.ts'
import { integer } from '../codec/integer.ts'
import { listOf } from '../codec/json.ts'
import { exportPlan } from '../domain/dsp/export-plan.ts'
import type { DspExportState } from '../domain/dsp/export-state.ts'
import { adUnitIdOf, type ExportTag } from './export-tag.ts'

/** Tags of one kind that a plan names at most. */
const mostNamed = 1000
const Planned = listOf(fields({ tagId: t.string, adUnitId: integer(0) }, { adUnitName: t.string }), mostNamed)

/** What an export would do (DSP-23); of ad units that have gone, the names are not known. */
export const DspPlan = fields({ create: Planned, update: Planned, archive: Planned, left: Planned })

const named = (tags: readonly ExportTag[]) =>
  tags.slice(0, mostNamed).map(({ tagId, adUnitId, adUnitName }) => ({ tagId, adUnitId, adUnitName }))

/** The reply of a dry run: what an export would do that starts now. */
export const planReply = (
  { current, tags: known }: DspExportState,
  tags: readonly ExportTag[],
  dspAdvertiserId: number,
) => {
  const plan = exportPlan(tags, known, { dspAdvertiserId, run: (current?.run ?? 0) + 1 })
  const archive = plan.archive.slice(0, mostNamed).map(({ tagId }) => ({ tagId, adUnitId: adUnitIdOf(tagId) }))
  const [create, update, left] = [named(plan.create), named(plan.update), named(plan.left)]
  const counts = [
    `${plan.create.length} to create`,
    `${plan.update.length} to update`,
    `${plan.archive.length} to archive`,
    `${plan.left.length} unchanged`,
  ]
  return { status: 200, message: `Nothing was started: ${counts.join(', ')}.`, plan: { create, update, archive, left } }
}
