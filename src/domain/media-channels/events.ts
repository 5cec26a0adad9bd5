import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { oneOf } from '../../codec/text.ts'
import { At, fact } from '../shared/fact.ts'
import { ActivationConfiguration, AdditionalConfiguration, Logo, MediaChannel } from './channel.ts'

/** The settings that an update may change, each with its complete new value. */
export const ChannelChanges = fields(
  {},
  {
    status: oneOf('Enabled', 'Disabled'),
    activationConfiguration: ActivationConfiguration,
    additionalConfiguration: AdditionalConfiguration,
    logo: Logo,
  },
)
export type ChannelChanges = t.TypeOf<typeof ChannelChanges>

/** A channel was created in the organisation. */
export const MediaChannelCreated = fact(
  'MediaChannelCreated',
  fields({ channel: MediaChannel, at: At }),
  ({ channel }) => `The media channel “${channel.name}” was created.`,
)
/** These settings of the channel changed; the others stay. */
export const MediaChannelUpdated = fact(
  'MediaChannelUpdated',
  fields({ changes: ChannelChanges, at: At }),
  ({ changes }) => `The media channel’s ${Object.keys(changes).join(', ')} changed.`,
)
/** The channel was deleted for good; lists by template campaign still include it. */
export const MediaChannelDeleted = fact(
  'MediaChannelDeleted',
  fields({ at: At }),
  () => 'The media channel was deleted.',
)

export const MediaChannelEvent = t.union([MediaChannelCreated, MediaChannelUpdated, MediaChannelDeleted])
export type MediaChannelEvent = t.TypeOf<typeof MediaChannelEvent>
