import { ended, notDone, renewed } from '../shared/claim.ts'
import type { ActivationEvent } from './events.ts'
import { type Activation, liveOf, type RequestedActivation } from './state.ts'

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
  const attempts = ended(state.attempts)
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
    attempts: ended(state.attempts),
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
    case 'ActivationProgressed':
      return { ...state, percentage: Math.max(state.percentage, event.data.percentage), message: event.data.message }
    case 'ActivationAttemptFailed':
      return { ...state, message: event.data.reason, attempts: notDone(state.attempts, event.data) }
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
        attempts: ended(state.attempts),
      }
    case 'ActivationRetried':
      if (state.status !== 'FAILED') return { ...state, attempts: renewed(state.attempts) }
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
        attempts: ended(state.attempts),
      }
  }
}

/** The activation after an event; shared by the aggregate and the read models. */
export const evolveActivation = (state: Activation, event: ActivationEvent): Activation => {
  if (event.type === 'ActivationRequested') return requested(state, event.data)
  return state.status === 'NEW' ? state : evolveRequested(state, event)
}
