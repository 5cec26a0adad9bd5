import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { oneOf, orAlias } from '../../codec/text.ts'
import { At, fact } from '../shared/fact.ts'
import { Retried } from '../shared/job.ts'
import { because } from '../shared/wording.ts'

export const assetGenerationTypes = ['png', 'gif', 'video', 'tiff'] as const
/** A type as requests name it: a film is `video` or `mp4` (ACTIVATION-1). */
export const SentAssetGenerationType = orAlias(assetGenerationTypes, 'mp4', 'video')

/**
 * The media channel of a run, with its settings at the time of the request (CHANNEL-1). `dspConfigId`: the DSP configuration that its
 * tags are pushed with.
 */
export const RunChannel = fields(
  { mediaChannelIdx: integer(1), tagGeneration: t.boolean, creativeGeneration: t.boolean },
  { dspConfigId: integer(1) },
)
export type RunChannel = t.TypeOf<typeof RunChannel>

/**
 * Activation was requested with this content, these trackers and, optionally, assets. `channel` is absent if the campaign
 * names none.
 */
export const ActivationRequested = fact(
  'ActivationRequested',
  fields(
    { run: integer(1), contentHash: t.string, trackerTypes: t.array(t.string), at: At },
    { assetGenerationType: oneOf(...assetGenerationTypes), channel: RunChannel },
  ),
  ({ run, trackerTypes }) =>
    `Activation ${run} was requested${trackerTypes.length > 0 ? ` with the trackers ${trackerTypes.join(', ')}` : ''}.`,
)
/** The progress of the run; the percentage never decreases within a run (ACTIVATION-11). */
export const ActivationProgressed = fact(
  'ActivationProgressed',
  fields({ attempt: integer(1), percentage: integer(0, 100), message: t.string, at: At }),
  ({ percentage, message }) => `Activation is at ${percentage}%${because(message)}`,
)
/** An attempt failed and is retried at retryAt. */
export const ActivationAttemptFailed = fact(
  'ActivationAttemptFailed',
  fields({ attempt: integer(1), reason: t.string, retryAt: At, at: At }),
  ({ reason }) => `An activation attempt failed${because(reason)}`,
)
/**
 * The run has ended: ACTIVE, or EXAMINE if some ad units could not be rendered (the message names them). Tags and serving
 * use the blob `snapshot` of so many `bytes` from now on (ACTIVATION-10).
 */
export const ActivationCompleted = fact(
  'ActivationCompleted',
  fields({
    status: oneOf('ACTIVE', 'EXAMINE'),
    message: t.string,
    snapshot: t.string,
    bytes: integer(0),
    contentHash: t.string,
    at: At,
  }),
  ({ status, message }) => `The campaign is ${status}${because(message)}`,
)
/**
 * All was made, and tags and serving use the blob `snapshot` from now on; the tags are being pushed to the DSP (ACTIVATION-13).
 * `examine`: which ad units could not be rendered; `warnings`: sentences about what is live all the same.
 */
export const ActivationPushRequested = fact(
  'ActivationPushRequested',
  fields(
    { snapshot: t.string, bytes: integer(0), contentHash: t.string, message: t.string, at: At },
    { examine: t.string, warnings: t.string },
  ),
  ({ message }) => `Tags are being pushed to the DSP${because(message)}`,
)
/** The DSP has the tags of the run, and reviews them. */
export const ActivationPublished = fact(
  'ActivationPublished',
  fields({ run: integer(1), message: t.string, at: At }),
  ({ message }) => `The campaign is PUBLISHED${because(message)}`,
)
/** The DSP has reviewed the tags of the run: ACTIVE if it approved all, else EXAMINE. */
export const ActivationReviewed = fact(
  'ActivationReviewed',
  fields({ run: integer(1), status: oneOf('ACTIVE', 'EXAMINE'), message: t.string, at: At }),
  ({ status, message }) => `The campaign is ${status}${because(message)}`,
)
/** Nothing could be rendered, or the last attempt failed. An earlier snapshot stays in use. */
export const ActivationFailed = fact(
  'ActivationFailed',
  fields({ message: t.string, at: At }),
  ({ message }) => `Activation failed${because(message)}`,
)
/** An operator has the run tried again at once: it failed, or paused after a failure. */
export const ActivationRetried = fact(
  'ActivationRetried',
  Retried,
  ({ reason }) => `An operator had the activation tried again${because(reason)}`,
)
/** The campaign has ended, by its end date or by a request; it cannot be activated again (ACTIVATION-11). */
export const CampaignEnded = fact(
  'CampaignEnded',
  fields({ reason: oneOf('end-date', 'request'), at: At }),
  ({ reason }) => (reason === 'end-date' ? 'The campaign ended: its end date has passed.' : 'The campaign was ended.'),
)

export const ActivationEvent = t.union([
  ActivationRequested,
  ActivationProgressed,
  ActivationAttemptFailed,
  ActivationCompleted,
  ActivationPushRequested,
  ActivationPublished,
  ActivationReviewed,
  ActivationFailed,
  ActivationRetried,
  CampaignEnded,
])
export type ActivationEvent = t.TypeOf<typeof ActivationEvent>
