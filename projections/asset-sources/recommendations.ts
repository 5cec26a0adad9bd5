import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { nextComputation, recommendation } from '../../src/domain/asset-sources/recommendation.ts'
import { RecommendationSettings } from '../../src/domain/asset-sources/recommendation-events.ts'
import { on, projectionOn } from '../../src/engine/read/projection-of.ts'
import { RunShown, ranRuns, withRun } from './run-shown.ts'

/** The recommendations of an asset source, with the last computations, newest first. `nextRun`: when the next one is due. */
export const RecommendationView = fields(
  { sourceAssetSourceId: t.number, settings: RecommendationSettings, runs: t.array(RunShown) },
  { nextRun: t.string },
)
export type RecommendationView = t.TypeOf<typeof RecommendationView>

export const recommendations = projectionOn<RecommendationView>(
  { name: 'recommendations', version: 1, codec: RecommendationView, indexes: [] },
  [
    on(recommendation, {
      evolve(view, event) {
        switch (event.type) {
          case 'RecommendationConfigured': {
            const { sourceAssetSourceId, settings } = event.data
            return { sourceAssetSourceId, settings, runs: [] }
          }
          case 'RecommendationChanged':
            return view && { ...view, settings: event.data.settings }
          case 'RecommendationRunRequested': {
            const { at } = event.data
            return (
              view && { ...view, runs: withRun(view.runs, event.data), nextRun: nextComputation(at, view.settings) }
            )
          }
        }
      },
    }),
    ranRuns(),
  ],
)
