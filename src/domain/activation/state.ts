import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { oneOf } from '../../codec/text.ts'
import { Attempts, claimed, notDone, renewed, untouched } from '../shared/claim.ts'
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

/** Where a campaign's activation stands. NEW here becomes DRAFT for a reader once there is a creative (decision 18). */
export const Activation = fields(
  {
    status: oneOf(...activationStatuses),
    run: integer(0),
    percentage: integer(0, 100),
    message: t.string,
    trackersSelected: t.array(t.string),
    attempts: Attempts,
  },
  {
    /** Of the run in progress, or the last one. */
    contentHash: t.string,
    assetGenerationType: oneOf(...assetGenerationTypes),
    channel: RunChannel,
    /** Of the last completed run. */
    snapshot: t.string,
    activatedHash: t.string,
  },
)
export type Activation = t.TypeOf<typeof Activation>

export const notActivated: Activation = {
  status: 'NEW',
  run: 0,
  percentage: 0,
  message: 'The campaign was not activated yet.',
  trackersSelected: [],
  attempts: untouched,
}

const requested = (
  state: Activation,
  data: Extract<ActivationEvent, { type: 'ActivationRequested' }>['data'],
): Activation => {
  const { assetGenerationType: _, channel: _channel, ...rest } = state
  return {
    ...rest,
    status: 'IN_PROGRESS',
    run: data.run,
    percentage: 0,
    message: 'Activation requested.',
    trackersSelected: data.trackerTypes,
    contentHash: data.contentHash,
    attempts: renewed(state.attempts),
    ...(data.assetGenerationType === undefined ? {} : { assetGenerationType: data.assetGenerationType }),
    ...(data.channel === undefined ? {} : { channel: data.channel }),
  }
}

/** The activation after a fact; shared by the aggregate and the read models. */
export const evolveActivation = (state: Activation, event: ActivationEvent): Activation => {
  switch (event.type) {
    case 'ActivationRequested':
      return requested(state, event.data)
    case 'ActivationStarted':
      return { ...state, attempts: claimed(state.attempts, event.data.worker, event.data.attempt) }
    case 'ActivationProgressed':
      return { ...state, percentage: Math.max(state.percentage, event.data.percentage), message: event.data.message }
    case 'ActivationAttemptFailed':
      return {
        ...state,
        message: event.data.released ? state.message : event.data.reason,
        attempts: notDone(state.attempts, event.data),
      }
    case 'ActivationCompleted': {
      const { status, message, snapshot, contentHash } = event.data
      return {
        ...state,
        status,
        message,
        snapshot,
        activatedHash: contentHash,
        percentage: 100,
        attempts: renewed(state.attempts),
      }
    }
    case 'ActivationFailed':
      return { ...state, status: 'FAILED', message: event.data.message, attempts: renewed(state.attempts) }
    case 'CampaignEnded':
      return { ...state, status: 'ENDED', message: 'The campaign has ended.', attempts: renewed(state.attempts) }
    default:
      return state
  }
}
