import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../shared/decider.ts'
import { digestOf } from '../shared/digest.ts'
import { MotionNameTaken } from './motion-events.ts'

/**
 * Keeps the asset source of a base source, campaign and name, so that creating motion assets twice gives one source (SOURCE-10). The first
 * claim gets the name for ever; later claims change nothing, and the state names the owner. Its stream is `motion-name-<account>:<digest>`.
 */
export const motionName: Aggregate<
  { readonly assetSourceId: number; readonly at: string },
  number | undefined,
  MotionNameTaken
> = {
  category: 'motion-name',
  subject: 'account',
  events: MotionNameTaken,
  initialState: undefined,
  decide: (command, state) => E.right(state === undefined ? [{ type: 'MotionNameTaken', data: command }] : []),
  evolve: (_, event) => event.data.assetSourceId,
}

/** The id of its stream. It holds a digest, as a name may contain any character. */
export const motionNameId = (
  accountId: string,
  base: number,
  retailCampaignIdx: number,
  assetSourceName: string,
): string => `${accountId}:${digestOf([base, retailCampaignIdx, assetSourceName])}`
