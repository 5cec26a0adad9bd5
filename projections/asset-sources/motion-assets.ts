import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { assetSourceId } from '../../src/domain/asset-sources/asset-source-id.ts'
import { sourceOfQueue } from '../../src/domain/asset-sources/feed-run.ts'
import { motion } from '../../src/domain/asset-sources/motion.ts'
import type { MotionRunEvent } from '../../src/domain/asset-sources/motion-events.ts'
import { motionRun } from '../../src/domain/asset-sources/motion-run.ts'
import { on, projectionOn } from '../../src/engine/read/projection-of.ts'
import { firstFaults, RunShown, withRun } from './run-shown.ts'

/** The last runs of motion assets, newest first. `rows`: those of the last run that completed. */
export const MotionAssetsView = fields({ runs: t.array(RunShown), rows: t.number })
export type MotionAssetsView = t.TypeOf<typeof MotionAssetsView>

const ran = (run: RunShown, event: MotionRunEvent, rowsBefore: number): RunShown => {
  switch (event.type) {
    case 'MotionRunProgressed': {
      const { total, done, failed } = event.data
      return { ...run, status: 'PROCESSING', ...(total === 0 ? {} : { films: done, filmsMissing: failed }) }
    }
    case 'MotionRunAttemptFailed':
      return { ...run, reason: event.data.reason }
    case 'MotionRunCompleted': {
      const { total, failed, rows, faults, at: endedAt } = event.data
      const { reason: _, ...rest } = run
      const counts = { films: total - failed, filmsMissing: failed, rows, rowsBefore }
      return { ...rest, ...counts, status: 'COMPLETED', endedAt, faults: firstFaults(faults) }
    }
    case 'MotionRunRetried': {
      const { endedAt: _, reason: __, ...rest } = run
      return { ...rest, status: 'INITIATED' }
    }
    case 'MotionRunFailed': {
      const { total, failed, faults, reason, at: endedAt } = event.data
      const counts = { films: total - failed, filmsMissing: failed }
      return { ...run, ...counts, status: 'FAILED', endedAt, reason, faults: firstFaults(faults) }
    }
  }
}

/** The runs of motion assets by their asset source (SOURCE-18). */
export const motionAssets = projectionOn<MotionAssetsView>(
  { name: 'motion-assets', version: 1, codec: MotionAssetsView, indexes: [] },
  [
    on(motion, {
      evolve(view, event) {
        switch (event.type) {
          case 'MotionAssetsConfigured':
            return { runs: [], rows: 0 }
          case 'MotionAssetsChanged':
            return view
          case 'MotionRunRequested':
            return view && { ...view, runs: withRun(view.runs, event.data) }
        }
      },
    }),
    on(motionRun, {
      idOf(_, stream) {
        const { accountId, source } = sourceOfQueue(stream)
        return assetSourceId(accountId, source)
      },
      evolve(view, event, stream) {
        if (view === undefined) return undefined
        const { queueId } = sourceOfQueue(stream)
        const runs = view.runs.map(run => (run.queueId === queueId ? ran(run, event, view.rows) : run))
        return { runs, rows: event.type === 'MotionRunCompleted' ? event.data.rows : view.rows }
      },
    }),
  ],
)
