import * as E from 'fp-ts/lib/Either.js'
import type { AdditionalConfiguration } from '../domain/media-channels/channel.ts'
import { mask, maxSecrets, partSecrets } from '../domain/media-channels/configuration.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import { refuse } from '../engine/reply.ts'
import type { Secrets } from '../ports/secrets.ts'

/** Settings whose secrets are stored sealed; `fresh` names those that were stored for them, to be forgotten on a refusal. */
export type Sealed = { readonly configuration: AdditionalConfiguration; readonly fresh: readonly string[] }

/** What a channel's secrets are sealed for. */
export const sealedFor = (orgId: string, idx: number): string => `media-channel-${orgId}:${idx}`

const refusedAt = (pointer: string, detail: string) =>
  refuse('invalid-request', `/additionalConfiguration${pointer} ${detail}`, {
    errors: [{ pointer: `/additionalConfiguration${pointer}`, code: 'invalid', detail }],
  })

/**
 * Puts ids of stored secrets in the place of secrets (decision 35). A secret that is there already keeps its id, so that
 * the same settings again change nothing; so does one that is sent back as the mask that answers show.
 */
export const sealedConfiguration = async (
  secrets: Secrets,
  context: string,
  sent: Readonly<Record<string, unknown>>,
  before?: AdditionalConfiguration,
): Promise<E.Either<Rejection, Sealed>> => {
  const { masked, found } = partSecrets(sent)
  if (found.length > maxSecrets) return refusedAt('', `must hold at most ${maxSecrets} secrets`)
  const strange = found.find(s => s.value === mask && before?.secrets[s.pointer] === undefined)
  if (strange) return refusedAt(strange.pointer, 'is the mask of a secret, and none is stored there; send the secret')
  const ids: Record<string, string> = {}
  const fresh: string[] = []
  for (const { pointer, value } of found) {
    const known = before?.secrets[pointer]
    const plain = JSON.stringify(value)
    const isKept = known !== undefined && (value === mask || (await secrets.load(known, context)) === plain)
    const id = isKept ? known : await secrets.store(plain, context)
    ids[pointer] = id
    if (!isKept) fresh.push(id)
  }
  return E.right({ configuration: { values: masked, secrets: ids }, fresh })
}

/** Destroys secrets that nothing names any more. */
export const forgetAll = async (secrets: Secrets, ids: Iterable<string>): Promise<void> => {
  for (const id of ids) await secrets.forget(id)
}
