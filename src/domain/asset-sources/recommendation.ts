import * as E from 'fp-ts/lib/Either.js'
import { type Aggregate, rejection } from '../shared/decider.ts'
import { sameJson } from '../shared/digest.ts'
import { RecommendationEvent, type RecommendationSettings } from './recommendation-events.ts'

export type RecommendationState = {
  readonly accountId: string
  readonly assetSourceId: number
  readonly sourceAssetSourceId: number
  readonly settings: RecommendationSettings
  readonly runs: number
  /** When the last computation was requested. */
  readonly requestedAt: string
}

type Own = { readonly accountId: string; readonly assetSourceId: number }

export type RecommendationCommand =
  /** The first computation is requested with it. */
  | ({
      readonly kind: 'ConfigureRecommendation'
      readonly sourceAssetSourceId: number
      readonly settings: RecommendationSettings
      readonly at: string
    } & Own)
  /** A computation is requested with it, changed or not. */
  | {
      readonly kind: 'ChangeRecommendation'
      readonly changes: Partial<RecommendationSettings>
      readonly at: string
    }
  /** The time of the next computation has come. */
  | { readonly kind: 'ComputeDue'; readonly due: string; readonly at: string }

export const noRecommendation = rejection('not-found', 'The account has no such recommendation source.')

/** The queue id of a computation. */
export const recommendationQueueId = (assetSourceId: number, run: number): string =>
  `recommendation-${assetSourceId}-${run}`

/** When the next computation is due, `updateFrequency` hours after the last one was requested. */
export const nextComputation = (requestedAt: string, { updateFrequency }: RecommendationSettings): string =>
  new Date(Date.parse(requestedAt) + updateFrequency * 3_600_000).toISOString()

const requested = (
  { accountId, assetSourceId }: Own,
  run: number,
  { at, due }: { readonly at: string; readonly due?: string },
): RecommendationEvent => {
  const queueId = recommendationQueueId(assetSourceId, run)
  const data = { accountId, assetSourceId, queueId, run, at, ...(due ? { due } : {}) }
  return { type: 'RecommendationRunRequested', data }
}

/**
 * The recommendations of an asset source: their settings, and the computations that were requested. Its stream is
 * `source-recommendation-<account>:<assetSourceId>`.
 */
export const recommendation: Aggregate<RecommendationCommand, RecommendationState | undefined, RecommendationEvent> = {
  category: 'source-recommendation',
  subject: 'account',
  events: RecommendationEvent,
  initialState: undefined,
  decide(command, state) {
    const { at } = command
    if (command.kind === 'ConfigureRecommendation') {
      const { kind: _, ...data } = command
      return E.right(
        state === undefined ? [{ type: 'RecommendationConfigured', data }, requested(data, 1, { at })] : [],
      )
    }
    if (state === undefined) return E.left(noRecommendation)
    const next = state.runs + 1
    switch (command.kind) {
      case 'ComputeDue': {
        const isNext = command.due === nextComputation(state.requestedAt, state.settings)
        return E.right(isNext ? [requested(state, next, command)] : [])
      }
      case 'ChangeRecommendation': {
        const settings = { ...state.settings, ...command.changes }
        return E.right([
          ...(sameJson(settings, state.settings)
            ? []
            : [{ type: 'RecommendationChanged' as const, data: { settings, at } }]),
          requested(state, next, { at }),
        ])
      }
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'RecommendationConfigured': {
        const { at, ...own } = event.data
        return { ...own, runs: 0, requestedAt: at }
      }
      case 'RecommendationChanged':
        return state && { ...state, settings: event.data.settings }
      case 'RecommendationRunRequested':
        return state && { ...state, runs: event.data.run, requestedAt: event.data.at }
    }
  },
}
