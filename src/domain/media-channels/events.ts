import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { oneOf } from '../../codec/text.ts'
import { At, fact } from '../shared/fact.ts'
import { ActivationConfiguration, AdditionalConfiguration, Logo, MediaChannel } from './channel.ts'

/** What an update may change; each stands for the whole value after it. */
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

/** The organisation has this channel. */
export const MediaChannelCreated = fact(
  'MediaChannelCreated',
  fields({ channel: MediaChannel, at: At }),
  ({ channel }) => `The media channel “${channel.name}” was created.`,
)
/** These settings of the channel are now so; others stay. */
export const MediaChannelUpdated = fact(
  'MediaChannelUpdated',
  fields({ changes: ChannelChanges, at: At }),
  ({ changes }) => `The media channel’s ${Object.keys(changes).join(', ')} changed.`,
)
/** The channel is gone for good; lists by template campaign still name it. */
export const MediaChannelDeleted = fact(
  'MediaChannelDeleted',
  fields({ at: At }),
  () => 'The media channel was deleted.',
)

export const MediaChannelEvent = t.union([MediaChannelCreated, MediaChannelUpdated, MediaChannelDeleted])
export type MediaChannelEvent = t.TypeOf<typeof MediaChannelEvent>
