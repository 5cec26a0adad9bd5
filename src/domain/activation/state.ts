import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { oneOf, wordsOf } from '../../codec/text.ts'
import { Attempts, claimed, notDone, renewed, untouched } from '../shared/claim.ts'
import { triedAgain } from '../shared/job.ts'
import { type ActivationEvent, assetGenerationTypes, RunChannel } from './events.ts'

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

const liveOf = (state: Activation): Live | undefined => {
  if (state.status === 'NEW') return undefined
  const { snapshot, activatedHash } = state
  return snapshot === undefined || activatedHash === undefined ? undefined : { snapshot, activatedHash }
}

/** The blob of the last completed run; undefined if there is none. */
export const lastSnapshot = (state: Activation): string | undefined => liveOf(state)?.snapshot

/** Whether the tags of the run are being pushed to the DSP: its worker is done. */
export const isPushing = (state: Activation): boolean => state.status === 'IN_PROGRESS' && state.pushing === true

type Data<N extends ActivationEvent['type']> = Extract<ActivationEvent, { type: N }>['data']

const requested = (state: Activation, data: Data<'ActivationRequested'>): Activation => ({
  status: 'IN_PROGRESS',
  run: data.run,
  percentage: 0,
  message: 'Activation requested.',
  trackersSelected: data.trackerTypes,
  contentHash: data.contentHash,
  attempts: renewed(state.attempts),
  ...(data.assetGenerationType === undefined ? {} : { assetGenerationType: data.assetGenerationType }),
  ...(data.channel === undefined ? {} : { channel: data.channel }),
  ...liveOf(state),
})

const completed = (state: RequestedActivation, data: Data<'ActivationCompleted'>): Activation => {
  const { status, message, snapshot, contentHash } = data
  const attempts = renewed(state.attempts)
  return { ...state, status, message, snapshot, activatedHash: contentHash, percentage: 100, attempts }
}

/** The percentage of a run whose tags are being pushed to the DSP. */
const pushingAt = 98

const notPushing = <S extends RequestedActivation>({ pushing: _, examine: __, warnings: ___, ...state }: S) => state
/** What the verdict of the DSP is completed with. */
const toSay = ({ examine, warnings }: Pick<RequestedActivation, 'examine' | 'warnings'>) => ({
  ...(examine === undefined ? {} : { examine }),
  ...(warnings === undefined ? {} : { warnings }),
})

const pushRequested = (state: RequestedActivation, data: Data<'ActivationPushRequested'>): Activation => {
  const { message, snapshot, contentHash } = data
  return {
    ...notPushing(state),
    status: 'IN_PROGRESS',
    pushing: true,
    message,
    snapshot,
    activatedHash: contentHash,
    percentage: Math.max(state.percentage, pushingAt),
    attempts: renewed(state.attempts),
    ...toSay(data),
  }
}

/** The DSP has the tags, or has reviewed them; the snapshot of the run has been in use since they were pushed. */
const atDsp = (state: RequestedActivation, status: 'PUBLISHED' | 'ACTIVE' | 'EXAMINE', message: string): Activation => {
  const live = liveOf(state)
  if (live === undefined) return state
  const next = { ...notPushing(state), ...live, status, message, percentage: 100 }
  if (status !== 'PUBLISHED') return next
  return { ...next, pushing: true, ...toSay(state) }
}

/** The events that follow a request. */
type Later = Exclude<ActivationEvent, { type: 'ActivationRequested' }>

const evolveRequested = (state: RequestedActivation, event: Later): Activation => {
  switch (event.type) {
    case 'ActivationStarted':
      return { ...state, attempts: claimed(state.attempts, event.data.worker, event.data.attempt) }
    case 'ActivationHeartbeat':
      return state
    case 'ActivationProgressed':
      return { ...state, percentage: Math.max(state.percentage, event.data.percentage), message: event.data.message }
    case 'ActivationAttemptFailed': {
      const { released, reason } = event.data
      return { ...state, message: released ? state.message : reason, attempts: notDone(state.attempts, event.data) }
    }
    case 'ActivationCompleted':
      return completed(state, event.data)
    case 'ActivationPushRequested':
      return pushRequested(state, event.data)
    case 'ActivationPublished':
      return atDsp(state, 'PUBLISHED', event.data.message)
    case 'ActivationReviewed':
      return atDsp(state, event.data.status, event.data.message)
    case 'ActivationFailed':
      return {
        ...notPushing(state),
        status: 'FAILED',
        message: event.data.message,
        attempts: renewed(state.attempts),
      }
    case 'ActivationRetried':
      if (state.status !== 'FAILED') return { ...state, attempts: triedAgain(state.attempts) }
      return {
        ...notPushing(state),
        status: 'IN_PROGRESS',
        percentage: 0,
        message: 'The activation is tried again.',
        attempts: renewed(state.attempts),
      }
    case 'CampaignEnded':
      return {
        ...notPushing(state),
        status: 'ENDED',
        message: 'The campaign has ended.',
        attempts: renewed(state.attempts),
      }
  }
}

/** The activation after an event; shared by the aggregate and the read models. */
export const evolveActivation = (state: Activation, event: ActivationEvent): Activation => {
  if (event.type === 'ActivationRequested') return requested(state, event.data)
  return state.status === 'NEW' ? state : evolveRequested(state, event)
}
