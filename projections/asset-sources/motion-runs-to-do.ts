import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { motion } from '../../src/domain/asset-sources/motion.ts'
import {
  evolveMotionRun,
  isRendering,
  MotionRun,
  motionRun,
  motionRunId,
  notRendered,
} from '../../src/domain/asset-sources/motion-run.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { on, projectionOn } from '../../src/engine/read/projection-of.ts'

/** Requested runs of motion assets; `id` is the run's stream id, `number` counts the runs of its asset source. */
export const MotionRunToDo = fields(
  {
    ...todoFields.required,
    id: t.string,
    accountId: t.string,
    assetSourceId: t.number,
    number: t.number,
    run: MotionRun,
  },
  todoFields.optional,
)
export type MotionRunToDo = t.TypeOf<typeof MotionRunToDo>

export const motionRunsToDo = todoList(
  projectionOn<MotionRunToDo>({ name: 'motion-runs-to-do', version: 1, codec: MotionRunToDo, indexes: [['todo']] }, [
    on(motion, {
      idOf: ({ type, data }) =>
        type === 'MotionRunRequested' && 'queueId' in data ? motionRunId(data.accountId, data.queueId) : undefined,
      evolve(item, event) {
        if (event.type !== 'MotionRunRequested') return item
        const { accountId, assetSourceId, queueId, run } = event.data
        return {
          ...todoOf(true, notRendered.attempts),
          id: motionRunId(accountId, queueId),
          accountId,
          assetSourceId,
          number: run,
          run: notRendered,
        }
      },
    }),
    on(motionRun, {
      evolve(item, event) {
        if (item === undefined) return undefined
        const run = evolveMotionRun(item.run, event)
        const { notBefore: _, ...rest } = item
        return { ...rest, ...todoOf(isRendering(run), run.attempts), run }
      },
    }),
  ]),
  item => item.run.status === 'FAILED',
)
