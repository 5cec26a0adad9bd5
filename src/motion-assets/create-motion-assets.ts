import { pipe } from 'fp-ts/lib/function.js'
import { assetSource } from '../domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../domain/asset-sources/asset-source-id.ts'
import { type MotionState, motion } from '../domain/asset-sources/motion.ts'
import type { MotionColumn } from '../domain/asset-sources/motion-events.ts'
import { motionName, motionNameId } from '../domain/asset-sources/motion-name.ts'
import type { ColumnRoles } from '../domain/asset-sources/roles.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import * as TE from '../engine/task-either.ts'
import { type Change, changeOf } from '../engine/write/change.ts'
import type { Executed, Work } from '../engine/write/execute.ts'
import { executed, loaded } from '../engine/write/steps.ts'
import { timeOf } from '../ports/clock.ts'
import type { Ports } from '../ports/ports.ts'
import { baseSource } from './base-source.ts'
import { checkedMotion } from './checked-motion.ts'

type Wanted = {
  readonly accountId: string
  /** Of the source whose rows get films. */
  readonly baseId: number
  /** The number to use if there are no such motion assets yet. */
  readonly newId: number
  readonly assetSourceName: string
  readonly retailCampaignIdx: number
  readonly columns: readonly MotionColumn[]
}
type Checked = ReturnType<typeof checkedMotion>
type Started = { readonly assetSourceId: number; readonly done: Executed<MotionState | undefined, unknown> }

/**
 * Creates the asset source of motion assets, unless this base source, campaign and name have one, and requests its films (SOURCE-10). A
 * request that is refused changes nothing; a repeat of one that is done is not checked again.
 */
export const createdMotion = (
  work: Work,
  ports: Pick<Ports, 'readModels' | 'rowIndexes' | 'blobs' | 'clock'>,
  wanted: Wanted,
): Change<Started> => {
  const { accountId, baseId } = wanted
  const at = timeOf(ports)
  let checking: ReturnType<Checked> | undefined
  const checks = pipe(
    baseSource(work, ports.readModels, accountId, baseId),
    TE.flatMap(base => checkedMotion(work, ports, accountId, { ...wanted, base })),
  )
  const checked: Checked = () => (checking ??= checks())
  const named = pipe(
    loaded(work, motionName, nameIdOf(wanted)),
    TE.map(({ state }) => state ?? wanted.newId),
  )
  const run = pipe(
    sourceIdFor(work, wanted, checked, at),
    TE.bindTo('assetSourceId'),
    TE.bind('done', ({ assetSourceId }) => {
      const id = idOf(accountId, assetSourceId)
      return pipe(
        checked,
        TE.tap(({ roles }) => namedSource(work, { ...wanted, assetSourceId }, roles, at)),
        TE.flatMap(({ settings }) => executed(work, motion, id, { accountId, assetSourceId, settings, at })),
      )
    }),
  )
  return changeOf(
    motion,
    pipe(
      named,
      TE.map(assetSourceId => idOf(accountId, assetSourceId)),
    ),
    run,
    made =>
      'assetSourceId' in made
        ? TE.right(made)
        : pipe(
            named,
            TE.map(assetSourceId => ({ assetSourceId, done: made })),
          ),
  )
}

const nameIdOf = ({ accountId, baseId, retailCampaignIdx, assetSourceName }: Wanted): string =>
  motionNameId(accountId, baseId, retailCampaignIdx, assetSourceName)

/** The number of the source that has this base source, campaign and name; the new one if none has. */
const sourceIdFor = (work: Work, wanted: Wanted, checked: Checked, at: string): TE.TaskEither<Rejection, number> => {
  const { newId } = wanted
  const id = nameIdOf(wanted)
  const claimed = pipe(
    checked,
    TE.flatMap(() => executed(work, motionName, id, { assetSourceId: newId, at })),
    TE.map(({ state }) => state ?? newId),
  )
  return pipe(
    loaded(work, motionName, id),
    TE.flatMap(({ state }) => (state === undefined ? claimed : TE.right(state))),
  )
}

/** The asset source under its number, created or given its name. */
const namedSource = (
  work: Work,
  { accountId, assetSourceId, assetSourceName }: Wanted & { readonly assetSourceId: number },
  roles: ColumnRoles,
  at: string,
): TE.TaskEither<Rejection, unknown> => {
  const id = idOf(accountId, assetSourceId)
  const own = { assetSourceType: 'motion', assetSourceName, at } as const
  return pipe(
    loaded(work, assetSource, id),
    TE.flatMap(({ state }) =>
      executed(
        work,
        assetSource,
        id,
        state === undefined
          ? { kind: 'CreateSource', accountId, assetSourceId, roles, ...own }
          : { kind: 'ChangeSource', ...own },
      ),
    ),
  )
}
