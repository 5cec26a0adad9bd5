import type { ActivationEvent } from '../../../src/domain/activation/events.ts'

type Data<N extends ActivationEvent['type']> = Extract<ActivationEvent, { type: N }>['data']
const at = '2026-05-01T10:00:00.000Z'

export const activationRequested = (over: Partial<Data<'ActivationRequested'>> = {}): ActivationEvent => ({
  type: 'ActivationRequested',
  data: { run: 1, contentHash: 'c1', trackerTypes: ['GCM'], at, ...over },
})
/** Work has begun. */
export const activationStarted = (over: Partial<Data<'ActivationProgressed'>> = {}): ActivationEvent =>
  activationProgressed({ percentage: 5, ...over })
export const activationProgressed = (over: Partial<Data<'ActivationProgressed'>> = {}): ActivationEvent => ({
  type: 'ActivationProgressed',
  data: { attempt: 1, percentage: 40, message: 'going', at, ...over },
})
export const activationAttemptFailed = (over: Partial<Data<'ActivationAttemptFailed'>> = {}): ActivationEvent => ({
  type: 'ActivationAttemptFailed',
  data: { attempt: 1, reason: 'no paper', retryAt: '2026-05-01T10:00:05.000Z', at, ...over },
})
export const activationCompleted = (over: Partial<Data<'ActivationCompleted'>> = {}): ActivationEvent => ({
  type: 'ActivationCompleted',
  data: { status: 'ACTIVE', message: 'live', snapshot: 's1', bytes: 50, contentHash: 'c1', at, ...over },
})
export const activationFailed = (over: Partial<Data<'ActivationFailed'>> = {}): ActivationEvent => ({
  type: 'ActivationFailed',
  data: { message: 'nothing could be made', at, ...over },
})
export const activationRetried: ActivationEvent = {
  type: 'ActivationRetried',
  data: { reason: 'the pictures are there now', at },
}
export const campaignEnded = (over: Partial<Data<'CampaignEnded'>> = {}): ActivationEvent => ({
  type: 'CampaignEnded',
  data: { reason: 'request', at, ...over },
})
export const activationPushRequested = (over: Partial<Data<'ActivationPushRequested'>> = {}): ActivationEvent => ({
  type: 'ActivationPushRequested',
  data: {
    snapshot: 'sha',
    bytes: 50,
    contentHash: 'c1',
    message: '2 tags are being pushed to the DSP.',
    examine: 'one is broken',
    warnings: 'One column is left empty.',
    at,
    ...over,
  },
})
export const activationPublished = (over: Partial<Data<'ActivationPublished'>> = {}): ActivationEvent => ({
  type: 'ActivationPublished',
  data: { run: 1, message: 'The DSP has 2 tags.', at, ...over },
})
export const activationReviewed = (over: Partial<Data<'ActivationReviewed'>> = {}): ActivationEvent => ({
  type: 'ActivationReviewed',
  data: { run: 1, status: 'ACTIVE', message: 'The DSP approved 2 tags.', at, ...over },
})
/** The channel of a run whose tags are pushed to the DSP. */
export const pushingChannel = { mediaChannelIdx: 3, tagGeneration: true, creativeGeneration: false, dspConfigId: 7 }
