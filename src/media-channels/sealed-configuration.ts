import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { AdditionalConfiguration, Logo } from '../domain/media-channels/channel.ts'
import { type FoundSecret, mask, maxSecrets, partSecrets } from '../domain/media-channels/configuration.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import { refuse } from '../engine/reply.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import { drawnId } from '../engine/write/steps.ts'
import type { Secrets } from '../ports/secrets.ts'

/** Settings whose secrets are stored sealed; `fresh` lists the secrets stored for them. No settings: none were sent. */
export type Sealed = { readonly configuration?: AdditionalConfiguration; readonly fresh: readonly string[] }

/** The context that a channel's secrets are sealed for. */
export const sealedFor = (orgId: string, idx: number): string => `media-channel-${orgId}:${idx}`

const refusedAt = (pointer: string, detail: string) =>
  refuse('invalid-request', `/additionalConfiguration${pointer} ${detail}`, {
    errors: [{ pointer: `/additionalConfiguration${pointer}`, code: 'invalid', detail }],
  })

const acceptable = (
  found: readonly FoundSecret[],
  before: AdditionalConfiguration | undefined,
): E.Either<Rejection, readonly FoundSecret[]> => {
  if (found.length > maxSecrets) return refusedAt('', `must hold at most ${maxSecrets} secrets`)
  const strange = found.find(s => s.value === mask && before?.secrets[s.pointer] === undefined)
  if (strange)
    return refusedAt(strange.pointer, 'is a masked secret, but no secret is stored here; send the secret itself')
  return E.right(found)
}

/** Stores secrets and returns their ids by pointer. An already stored secret keeps its id, as does one sent as the mask. */
const storedSecrets = async (
  secrets: Secrets,
  work: Pick<Work, 'commandId'>,
  context: string,
  found: readonly FoundSecret[],
  before: AdditionalConfiguration | undefined,
): Promise<{ readonly ids: Record<string, string>; readonly fresh: readonly string[] }> => {
  const ids: Record<string, string> = {}
  const fresh: string[] = []
  for (const { pointer, value } of found) {
    const known = before?.secrets[pointer]
    const plain = JSON.stringify(value)
    const isKept = known !== undefined && (value === mask || (await secrets.load(known, context)) === plain)
    const id = isKept ? known : await secrets.store(plain, context, drawnId(work, `secret ${pointer}`))
    ids[pointer] = id
    if (!isKept) fresh.push(id)
  }
  return { ids, fresh }
}

/**
 * Replaces secrets by the ids of stored ones (CHANNEL-5). An already stored secret keeps its id, so that sending the same
 * settings again changes nothing; so does a secret that is sent back as the mask shown in replies.
 */
export const sealedConfiguration = (
  secrets: Secrets,
  work: Pick<Work, 'commandId'>,
  context: string,
  sent: Readonly<Record<string, unknown>> | undefined,
  before?: AdditionalConfiguration,
): TE.TaskEither<Rejection, Sealed> => {
  if (sent === undefined) return TE.right({ fresh: [] })
  const { masked, found } = partSecrets(sent)
  return pipe(
    TE.fromEither(acceptable(found, before)),
    TE.flatMapTask(accepted => () => storedSecrets(secrets, work, context, accepted, before)),
    TE.map(({ ids, fresh }) => ({ configuration: { values: masked, secrets: ids }, fresh })),
  )
}

/** Settings and logo for a command; omits what was not sent. */
export const sentSettings = ({ configuration }: Sealed, logo: Logo | undefined) => ({
  ...(configuration === undefined ? {} : { additionalConfiguration: configuration }),
  ...(logo === undefined ? {} : { logo }),
})
