import * as E from 'fp-ts/lib/Either.js'
import { isUndecided } from '../domain/idempotency/idempotency.ts'
import type { MediaChannel } from '../domain/media-channels/channel.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import type * as TE from '../engine/task-either.ts'
import type { Loaded } from '../engine/write/execute.ts'
import type { Secrets } from '../ports/secrets.ts'

type Channel = Loaded<MediaChannel | undefined>

const none: Channel = { state: undefined, revision: -1 }
const secretsOf = ({ state }: Channel): readonly string[] =>
  Object.values(state?.additionalConfiguration?.secrets ?? {})

/**
 * Runs a change of a media channel, then destroys the secrets that are no longer used: previous ones of the channel, and
 * `fresh` ones stored for this change. If it is not known what was or will be appended, all are
 * kept.
 */
export const keepingUsedSecrets =
  <A extends Channel>(
    secrets: Secrets,
    { before = none, fresh = [] }: { readonly before?: Channel; readonly fresh?: readonly string[] },
    change: TE.TaskEither<Rejection, A>,
  ): TE.TaskEither<Rejection, A> =>
  async () => {
    const done = await change()
    if (E.isLeft(done) && isUndecided(done.left)) return done
    // a repeat after a crash returns what the first run appended; the channel may have changed since
    const after = E.isRight(done) && done.right.revision >= before.revision ? done.right : before
    const used = new Set([...secretsOf(after)])
    for (const id of new Set([...secretsOf(before), ...fresh])) if (!used.has(id)) await secrets.forget(id)
    return done
  }
