import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { oneOf } from '../../codec/text.ts'
import { At, fact, routine } from '../shared/fact.ts'
import { because } from '../shared/wording.ts'

export const assetGenerationTypes = ['png', 'gif', 'video', 'tiff'] as const

/** The media channel that a run is for, with what it said then that activation makes (2.9). */
export const RunChannel = fields({
  mediaChannelIdx: integer(1),
  tagGeneration: t.boolean,
  creativeGeneration: t.boolean,
})
export type RunChannel = t.TypeOf<typeof RunChannel>

/**
 * The campaign is to go live with this content, these trackers and, if named, assets made along. `channel` is absent when
 * the campaign names none.
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
/** A worker has begun on the run. */
export const ActivationStarted = fact(
  'ActivationStarted',
  fields({ worker: t.string, attempt: integer(1), at: At }),
  routine,
)
/** That worker is alive. */
export const ActivationHeartbeat = fact('ActivationHeartbeat', fields({ attempt: integer(1), at: At }), routine)
/** The run has come this far; the percentage never falls inside one run (decision 18). */
export const ActivationProgressed = fact(
  'ActivationProgressed',
  fields({ attempt: integer(1), percentage: integer(0, 100), message: t.string, at: At }),
  ({ percentage, message }) => `Activation is at ${percentage}%${because(message)}`,
)
/** An attempt failed and the run is tried again at retryAt; or its node stopped (released). */
export const ActivationAttemptFailed = fact(
  'ActivationAttemptFailed',
  fields({ attempt: integer(1), reason: t.string, retryAt: At, at: At }, { released: t.literal(true) }),
  ({ reason }) => `An attempt to activate failed${because(reason)}`,
)
/**
 * The run is over: ACTIVE, or EXAMINE when some ad units could not be made (the message names them). `snapshot` is the
 * blob that tags and serving use from now on (decision 20).
 */
export const ActivationCompleted = fact(
  'ActivationCompleted',
  fields({ status: oneOf('ACTIVE', 'EXAMINE'), message: t.string, snapshot: t.string, contentHash: t.string, at: At }),
  ({ status, message }) => `The campaign is ${status}${because(message)}`,
)
/** Nothing could be made, or the last attempt failed. An earlier snapshot stays in use. */
export const ActivationFailed = fact(
  'ActivationFailed',
  fields({ message: t.string, at: At }),
  ({ message }) => `Activation failed${because(message)}`,
)
/** The campaign is over, by its end date or by the end operation; it never comes back (decision 18). */
export const CampaignEnded = fact(
  'CampaignEnded',
  fields({ reason: oneOf('end-date', 'request'), at: At }),
  ({ reason }) => (reason === 'end-date' ? 'The campaign ended: its end date has passed.' : 'The campaign was ended.'),
)

export const ActivationEvent = t.union([
  ActivationRequested,
  ActivationStarted,
  ActivationHeartbeat,
  ActivationProgressed,
  ActivationAttemptFailed,
  ActivationCompleted,
  ActivationFailed,
  CampaignEnded,
])
export type ActivationEvent = t.TypeOf<typeof ActivationEvent>
