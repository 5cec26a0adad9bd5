import { mediaChannel } from '../domain/media-channels/media-channel.ts'
import { keepingUsed } from '../engine/write/used-secrets.ts'

/** Runs a change of a media channel, then destroys the secrets of its configuration that are no longer used. */
export const keepingUsedSecrets = keepingUsed(mediaChannel)
