import * as E from 'fp-ts/lib/Either.js'
import type { CloudServiceState } from '../domain/cloud/service.ts'
import { isUndecided } from '../domain/idempotency/idempotency.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import type * as TE from '../engine/task-either.ts'
import type { Loaded } from '../engine/write/execute.ts'
import type { Secrets } from '../ports/secrets.ts'

type Service = Loaded<CloudServiceState>

const none: Service = { state: { status: 'missing' }, revision: -1 }

/**
 * Runs a change of a cloud service, then destroys the credentials that are no longer used: those `before` the change, or the `fresh` ones
 * stored for it. If it is not known what was or will be appended, both are kept.
 */
export const keepingUsedSecret =
  <A extends Service>(
    secrets: Secrets,
    { before = none, fresh }: { readonly before?: Service; readonly fresh?: string | undefined },
    change: TE.TaskEither<Rejection, A>,
  ): TE.TaskEither<Rejection, A> =>
  async () => {
    const done = await change()
    if (E.isLeft(done) && isUndecided(done.left)) return done
    // a repeat returns what the first run appended; the service may have changed since
    const after = E.isRight(done) && done.right.revision >= before.revision ? done.right : before
    const used = secretOf(after)
    for (const id of [secretOf(before), fresh]) if (id !== undefined && id !== used) await secrets.forget(id)
    return done
  }

const secretOf = ({ state }: Service): string | undefined =>
  state.status === 'configured' ? state.secretId : undefined
