import {
  type RecommendationToRun,
  recommendationsToRun,
} from '../../../projections/asset-sources/recommendations-to-run.ts'
import { recommendation } from '../../domain/asset-sources/recommendation.ts'
import { unleased } from '../../engine/react/leased.ts'
import { process } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import { timeOf } from '../../ports/clock.ts'

export type RecommendationScheduleAction = { readonly do: 'request-run'; readonly id: string; readonly due: string }

const nextActions = ({ id, due }: RecommendationToRun): readonly RecommendationScheduleAction[] => [
  { do: 'request-run', id, due },
]

/** Requests the computations of recommendations every updateFrequency hours, once each on whatever number of nodes (SOURCE-12). */
export const recommendationSchedules = process({
  name: 'recommendation-schedules',
  todo: recommendationsToRun,
  concurrency: 4,
  claim: unleased<RecommendationToRun>({
    onFail: ({ item: { accountId, assetSourceId }, ports }, reason) =>
      ports.logger.error({ accountId, assetSourceId, reason }, 'recommendations could not be requested'),
  }),
  nextActions,
  async perform({ id, due }, { work, ports }) {
    settled(await work.execute(recommendation, id, { kind: 'ComputeDue', due, at: timeOf(ports) }))
  },
})
