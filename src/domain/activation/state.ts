import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { oneOf, wordsOf } from '../../codec/text.ts'
import { Attempts, untouched } from '../shared/claim.ts'
import { assetGenerationTypes, RunChannel } from './events.ts'

/** Activation status of 2.3. */
export const activationStatuses = [
  'NEW',
  'DRAFT',
  'IN_PROGRESS',
  'FAILED',
  'ACTIVE',
  'PUBLISHED',
  'ENDED',
  'EXAMINE',
] as const
export type ActivationStatus = (typeof activationStatuses)[number]

/** What each status means to readers. */
export const ShownActivationStatus = wordsOf(activationStatuses, {
  NEW: 'the campaign has no creative yet',
  DRAFT: 'it has a creative and was not activated yet',
  IN_PROGRESS: 'an activation runs',
  FAILED: 'the last activation made nothing; `message` says why',
  ACTIVE: 'the campaign is live',
  PUBLISHED: 'its tags are at the DSP and wait for its approval',
  ENDED: 'the campaign has ended for good',
  EXAMINE: 'it is live, but some ads could not be made or were rejected; `message` says which',
})

const common = {
  run: integer(0),
  percentage: integer(0, 100),
  message: t.string,
  trackersSelected: t.array(t.string),
  attempts: Attempts,
}
/** Of the run in progress, otherwise of the last run. */
const ofRequest = { assetGenerationType: oneOf(...assetGenerationTypes), channel: RunChannel }
/**
 * The tags of the run are at the DSP, or on their way; `examine`: which ad units could not be rendered; `warnings`: sentences about what is live
 * all the same.
 */
const pushed = { pushing: t.literal(true), examine: t.string, warnings: t.string }
/** Of the last completed run, which is served even while a later run is in progress or after it has failed. */
const live = { snapshot: t.string, activatedHash: t.string }

/** A campaign's activation. Readers see DRAFT instead of NEW once there is a creative (ACTIVATION-3). */
export const Activation = t.union([
  fields({ status: t.literal('NEW'), ...common }),
  fields(
    { status: oneOf('IN_PROGRESS', 'FAILED', 'ENDED'), ...common, contentHash: t.string },
    { ...ofRequest, ...live, ...pushed },
  ),
  fields(
    { status: oneOf('ACTIVE', 'EXAMINE', 'PUBLISHED'), ...common, contentHash: t.string, ...live },
    { ...ofRequest, ...pushed },
  ),
])
export type Activation = t.TypeOf<typeof Activation>
/** An activation that was requested at least once. */
export type RequestedActivation = Exclude<Activation, { status: 'NEW' }>

export const notActivated = {
  status: 'NEW',
  run: 0,
  percentage: 0,
  message: 'The campaign was not activated yet.',
  trackersSelected: [],
  attempts: untouched,
} as const satisfies Activation

/** The status that readers see: NEW becomes DRAFT with the first creative that is saved (ACTIVATION-3). */
export const shownStatus = ({ status }: Pick<Activation, 'status'>, savedCreatives: number): ActivationStatus =>
  status === 'NEW' && savedCreatives > 0 ? 'DRAFT' : status

type Live = { readonly snapshot: string; readonly activatedHash: string }

/** The snapshot that is served; undefined if no run was completed. */
export const liveOf = (state: Activation): Live | undefined => {
  if (state.status === 'NEW') return undefined
  const { snapshot, activatedHash } = state
  return snapshot === undefined || activatedHash === undefined ? undefined : { snapshot, activatedHash }
}

/** The blob of the last completed run; undefined if there is none. */
export const lastSnapshot = (state: Activation): string | undefined => liveOf(state)?.snapshot

/** Whether the tags of the run are being pushed to the DSP: its worker is done. */
export const isPushing = (state: Activation): boolean => state.status === 'IN_PROGRESS' && state.pushing === true
