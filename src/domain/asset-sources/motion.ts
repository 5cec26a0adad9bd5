import * as E from 'fp-ts/lib/Either.js'
import { type Aggregate, rejection } from '../shared/decider.ts'
import { sameJson } from '../shared/digest.ts'
import { MotionEvent, type MotionSettings } from './motion-events.ts'

export type MotionState = {
  readonly accountId: string
  readonly assetSourceId: number
  readonly settings: MotionSettings
  readonly runs: number
}

/** Sets what the films are rendered from, and requests them. `from`: the settings that these were made from, if they were. */
export type MotionCommand = {
  readonly accountId: string
  readonly assetSourceId: number
  readonly settings: MotionSettings
  readonly from?: MotionSettings
  readonly at: string
}

const replaced = rejection('stale', 'Another request has changed the motion assets meanwhile. Repeat the change.')

export const noMotion = rejection('not-found', 'The account has no such motion assets.')

/** The queue id of a run. */
export const motionQueueId = (assetSourceId: number, run: number): string => `motion-${assetSourceId}-${run}`

/**
 * The motion assets of an asset source: their settings, and the runs that were requested (SOURCE-10). Every request is a run, because
 * the creatives may have changed. Its stream is `source-motion-<account>:<assetSourceId>`.
 */
export const motion: Aggregate<MotionCommand, MotionState | undefined, MotionEvent> = {
  category: 'source-motion',
  subject: 'account',
  events: MotionEvent,
  initialState: undefined,
  decide({ accountId, assetSourceId, settings, from, at }, state) {
    const run = (state?.runs ?? 0) + 1
    const queueId = motionQueueId(assetSourceId, run)
    const requested: MotionEvent = {
      type: 'MotionRunRequested',
      data: { accountId, assetSourceId, queueId, run, at },
    }
    if (state === undefined)
      return E.right([{ type: 'MotionAssetsConfigured', data: { accountId, assetSourceId, settings, at } }, requested])
    if (from !== undefined && !sameJson(from, state.settings)) return E.left(replaced)
    const isSame = sameJson(settings, state.settings)
    return E.right([...(isSame ? [] : [{ type: 'MotionAssetsChanged' as const, data: { settings, at } }]), requested])
  },
  evolve(state, event) {
    switch (event.type) {
      case 'MotionAssetsConfigured': {
        const { at: _, ...own } = event.data
        return { ...own, runs: 0 }
      }
      case 'MotionAssetsChanged':
        return state && { ...state, settings: event.data.settings }
      case 'MotionRunRequested':
        return state && { ...state, runs: event.data.run }
    }
  },
}
