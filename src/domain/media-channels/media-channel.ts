import * as E from 'fp-ts/lib/Either.js'
import { type Aggregate, type Rejection, rejection } from '../shared/decider.ts'
import { sameJson } from '../shared/digest.ts'
import type { ActivationConfiguration, AdditionalConfiguration, Logo, MediaChannel } from './channel.ts'
import { changedConfiguration, maxConfigurationBytes, maxSecrets } from './configuration.ts'
import { type ChannelChanges, MediaChannelEvent } from './events.ts'

export type ChannelUpdate = {
  readonly status?: 'Enabled' | 'Disabled'
  readonly activationConfiguration?: Partial<ActivationConfiguration>
  /** A merge patch (RFC 7396) for the current settings, with masked secrets. */
  readonly additionalConfiguration?: AdditionalConfiguration
  readonly logo?: Logo
}

export type MediaChannelCommand =
  | { readonly kind: 'CreateMediaChannel'; readonly channel: MediaChannel; readonly at: string }
  | { readonly kind: 'UpdateMediaChannel'; readonly update: ChannelUpdate; readonly at: string }
  | { readonly kind: 'DeleteMediaChannel'; readonly at: string }

export const noChannel = rejection('not-found', 'The organisation has no such media channel.')

const tooMuch = (what: string): Rejection =>
  rejection('invalid-request', `additionalConfiguration would exceed ${what}.`, {
    errors: [{ pointer: '/additionalConfiguration', code: 'too-large', detail: `must have at most ${what}` }],
  })

const changesOf = (state: MediaChannel, update: ChannelUpdate): ChannelChanges => {
  const { activationConfiguration, additionalConfiguration, ...whole } = update
  return {
    ...whole,
    ...(activationConfiguration && {
      activationConfiguration: { ...state.activationConfiguration, ...activationConfiguration },
    }),
    ...(additionalConfiguration && {
      additionalConfiguration: changedConfiguration(state.additionalConfiguration, additionalConfiguration),
    }),
  }
}

const noTagsToPush = rejection(
  'invalid-request',
  'dspConfigName needs tagGeneration: without tags nothing can be pushed.',
  {
    errors: [
      {
        pointer: '/activationConfiguration/dspConfigName',
        code: 'needs-tags',
        detail: 'must be empty without tagGeneration',
      },
    ],
  },
)

type Configured = Partial<Pick<MediaChannel, 'additionalConfiguration' | 'activationConfiguration'>>

const fits = ({ additionalConfiguration: own, activationConfiguration }: Configured): E.Either<Rejection, void> => {
  if (activationConfiguration?.dspConfigName && !activationConfiguration.tagGeneration) return E.left(noTagsToPush)
  if (own === undefined) return E.right(undefined)
  if (Object.keys(own.secrets).length > maxSecrets) return E.left(tooMuch(`${maxSecrets} secrets`))
  const bytes = Buffer.byteLength(JSON.stringify(own.values))
  return bytes > maxConfigurationBytes ? E.left(tooMuch(`${maxConfigurationBytes} bytes`)) : E.right(undefined)
}

/** A media channel; its stream is `media-channel-<organisation>:<idx>` (CHANNEL-3). */
export const mediaChannel: Aggregate<MediaChannelCommand, MediaChannel | undefined, MediaChannelEvent> = {
  category: 'media-channel',
  subject: 'none',
  events: MediaChannelEvent,
  initialState: undefined,
  secretsIn: state => Object.values(state?.additionalConfiguration?.secrets ?? {}),
  decide(command, state) {
    if (command.kind === 'CreateMediaChannel') {
      if (state !== undefined) return E.right([])
      const { channel, at } = command
      return E.map((): MediaChannelEvent[] => [{ type: 'MediaChannelCreated', data: { channel, at } }])(fits(channel))
    }
    if (state === undefined) return E.left(noChannel)
    if (state.status === 'Deleted') return E.left(noChannel)
    if (command.kind === 'DeleteMediaChannel')
      return E.right([{ type: 'MediaChannelDeleted', data: { at: command.at } }])
    const changes = changesOf(state, command.update)
    const fitting = fits(changes)
    if (E.isLeft(fitting)) return fitting
    if (sameJson({ ...state, ...changes }, state)) return E.right([])
    return E.right([{ type: 'MediaChannelUpdated', data: { changes, at: command.at } }])
  },
  evolve: (state, event) => evolveMediaChannel(state, event),
}

/** The channel after an event; shared by the aggregate and the read model. */
export const evolveMediaChannel = (
  state: MediaChannel | undefined,
  event: MediaChannelEvent,
): MediaChannel | undefined => {
  switch (event.type) {
    case 'MediaChannelCreated':
      return event.data.channel
    case 'MediaChannelUpdated':
      return state && { ...state, ...event.data.changes }
    case 'MediaChannelDeleted': {
      if (state === undefined) return undefined
      // its secrets are destroyed too
      const { additionalConfiguration: own, ...rest } = state
      const kept = own === undefined ? {} : { additionalConfiguration: { values: own.values, secrets: {} } }
      return { ...rest, ...kept, status: 'Deleted' }
    }
  }
}
