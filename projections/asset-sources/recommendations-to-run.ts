import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { nextComputation, recommendation } from '../../src/domain/asset-sources/recommendation.ts'
import { RecommendationSettings } from '../../src/domain/asset-sources/recommendation-events.ts'
import { untouched } from '../../src/domain/shared/claim.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { on, projectionOn } from '../../src/engine/read/projection-of.ts'

/** Recommendations, which are computed again and again; `due` is the time of the next computation. */
export const RecommendationToRun = fields(
  {
    ...todoFields.required,
    id: t.string,
    accountId: t.string,
    assetSourceId: t.number,
    settings: RecommendationSettings,
    due: t.string,
  },
  todoFields.optional,
)
export type RecommendationToRun = t.TypeOf<typeof RecommendationToRun>

type Own = Pick<RecommendationToRun, 'id' | 'accountId' | 'assetSourceId' | 'settings'>

/** The item after a computation that was requested at this time. */
const itemFrom = ({ id, accountId, assetSourceId, settings }: Own, requestedAt: string): RecommendationToRun => {
  const due = nextComputation(requestedAt, settings)
  return { ...todoOf(true, untouched, due), id, accountId, assetSourceId, settings, due }
}

export const recommendationsToRun = todoList(
  projectionOn<RecommendationToRun>(
    { name: 'recommendations-to-run', version: 1, codec: RecommendationToRun, indexes: [['todo']] },
    [
      on(recommendation, {
        evolve(item, event, id) {
          switch (event.type) {
            case 'RecommendationConfigured': {
              const { accountId, assetSourceId, settings, at } = event.data
              return itemFrom({ id, accountId, assetSourceId, settings }, at)
            }
            case 'RecommendationChanged':
              return item && itemFrom({ ...item, settings: event.data.settings }, event.data.at)
            case 'RecommendationRunRequested':
              return item && itemFrom(item, event.data.at)
          }
        },
      }),
    ],
  ),
)
