import * as t from 'io-ts'
import { about, named } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { Name } from '../../codec/names.ts'
import { oneOf, text, wordsOf } from '../../codec/text.ts'

/** Types of a channel (CHANNEL-1); a channel's type need not be its ad server's (CHANNEL-3). */
export const channelTypes = ['On-site', 'Off-site', 'Social', 'In-store/DOOH', 'Hybrid'] as const

/** A new channel is Enabled. Deleted is final and can only be reached with DELETE (CHANNEL-3). */
export const channelStatuses = ['Enabled', 'Disabled', 'Deleted'] as const
export type ChannelStatus = (typeof channelStatuses)[number]

/** What each status means to readers. */
export const ShownChannelStatus = wordsOf(channelStatuses, {
  Enabled: 'campaigns can be activated on the channel',
  Disabled: 'campaigns cannot be activated on the channel',
  Deleted: 'the channel is gone for good',
})

/**
 * What activating a campaign on the channel creates. `dspConfigName`: tags are pushed to the DSP, with the configuration of this name in the
 * account of the campaign (CHANNEL-13); empty: they are not.
 */
export const ActivationConfiguration = named(
  'ActivationConfiguration',
  fields(
    {
      tagGeneration: about(t.boolean, 'Whether an activation makes tags.'),
      creativeGeneration: about(t.boolean, 'Whether an activation makes creative assets.'),
    },
    {
      dspConfigName: about(
        text({ max: 255 }),
        'The DSP configuration that tags are pushed with; empty: they are not pushed.',
      ),
    },
  ),
)
export type ActivationConfiguration = t.TypeOf<typeof ActivationConfiguration>

/** An image in an account's asset library. */
export const Logo = fields({ accountId: t.string, path: t.string })
export type Logo = t.TypeOf<typeof Logo>

/** A channel's own settings. Secrets are masked in `values`; `secrets` holds their ids by JSON pointer (ARCH-34). */
export const AdditionalConfiguration = fields({ values: t.UnknownRecord, secrets: t.record(t.string, t.string) })
export type AdditionalConfiguration = t.TypeOf<typeof AdditionalConfiguration>

/** A media channel of a retailer's organisation (CHANNEL-1). */
export const MediaChannel = fields(
  {
    orgId: t.string,
    idx: integer(1),
    name: Name,
    adServerId: t.string,
    type: oneOf(...channelTypes),
    status: oneOf(...channelStatuses),
    activationConfiguration: ActivationConfiguration,
  },
  { additionalConfiguration: AdditionalConfiguration, logo: Logo },
)
export type MediaChannel = t.TypeOf<typeof MediaChannel>
