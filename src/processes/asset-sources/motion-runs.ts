import { type MotionRunToDo, motionRunsToDo } from '../../../projections/asset-sources/motion-runs-to-do.ts'
import { assetSource } from '../../domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../../domain/asset-sources/asset-source-id.ts'
import { type MotionState, motion } from '../../domain/asset-sources/motion.ts'
import { type MotionRun, type MotionRunCommand, motionRun } from '../../domain/asset-sources/motion-run.ts'
import { type ColumnRoles, columnRoles } from '../../domain/asset-sources/roles.ts'
import { leased } from '../../engine/react/leased.ts'
import { process, type Step } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import { throttled } from '../../engine/react/throttled.ts'
import { type MadeRows, makeRows, noRows } from '../../motion-assets/make-rows.ts'
import { timeOf } from '../../ports/clock.ts'

export type MotionRunAction = { readonly do: 'render' }

const nextActions = (): readonly MotionRunAction[] => [{ do: 'render' }]

/** Thrown when the films were requested again: only the last request is rendered. */
class Superseded extends Error {
  override readonly name = 'Superseded'
}
const superseded = noRows('superseded', 'The films were requested again; the later run renders them.')

/** The motion assets, as long as this run is the last one that was requested. */
const newest = async ({
  item: { accountId, assetSourceId, number },
  work,
}: Step<MotionRunToDo>): Promise<MotionState> => {
  const { state } = await work.load(motion, idOf(accountId, assetSourceId))
  if (state?.runs !== number) throw new Superseded()
  return state
}

/** The roles of the base source, so that none stays that it has given up. */
const allRoles = (roles: ColumnRoles): Partial<ColumnRoles> =>
  Object.fromEntries(columnRoles.map(role => [role, roles[role] ?? '']))

/** Serves the rows, unless a later run has served its own meanwhile. */
const serve = async ({ set, roles }: MadeRows, step: Step<MotionRunToDo>): Promise<void> => {
  const { item, work, ports, holds } = step
  const id = idOf(item.accountId, item.assetSourceId)
  const { revision } = await work.load(assetSource, id)
  await newest(step)
  await holds()
  const change = { kind: 'ChangeSource', assetSourceType: 'motion', roles: allRoles(roles), set } as const
  settled(await work.execute(assetSource, id, { ...change, at: timeOf(ports) }, { ifMatch: revision }))
}

const render = async (step: Step<MotionRunToDo>, record: (command: MotionRunCommand) => Promise<void>) => {
  const { item, claim, work, ports, signal } = step
  const { attempt } = claim
  await record({ kind: 'Progress', attempt, total: 0, done: 0, failed: 0, at: timeOf(ports) })
  const { settings } = await newest(step)
  const progressed = throttled(ports.clock, async (done: number, failed: number, total: number) => {
    await newest(step)
    await record({ kind: 'Progress', attempt, total, done, failed, at: timeOf(ports) })
  })
  const { accountId, assetSourceId } = item
  const made = await makeRows({ accountId, assetSourceId, settings, work, signal, progressed }, ports)
  if ('code' in made) return record({ kind: 'GiveUp', attempt, ...made, at: timeOf(ports) })
  await serve(made, step)
  const { total, failed, faults, set } = made
  return record({ kind: 'Complete', attempt, rows: set.rows, total, failed, faults, at: timeOf(ports) })
}

const perform = async (step: Step<MotionRunToDo>): Promise<void> => {
  const { item, claim, work, ports } = step
  const record = async (command: MotionRunCommand) => void settled(await work.execute(motionRun, item.id, command))
  try {
    await render(step, record)
  } catch (error) {
    if (!(error instanceof Superseded)) throw error
    await record({ kind: 'GiveUp', attempt: claim.attempt, ...superseded, at: timeOf(ports) })
  }
}

/** Renders films of creatives into the rows of asset sources (SOURCE-10). */
export const motionRuns = process({
  name: 'motion-runs',
  todo: motionRunsToDo,
  concurrency: 1,
  claim: leased(
    motionRun,
    (item: MotionRunToDo) => item.id,
    (run: MotionRun) => run.attempts,
  ),
  nextActions,
  perform: (_, step) => perform(step),
})
