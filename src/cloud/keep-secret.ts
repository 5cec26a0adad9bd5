import * as E from 'fp-ts/lib/Either.js'
import type { CloudServiceState } from '../domain/cloud/service.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import type * as TE from '../engine/task-either.ts'
import type { Secrets } from '../ports/secrets.ts'

type Changed = { readonly state: CloudServiceState }

/**
 * Runs a change of a cloud service and destroys the credentials that it leaves without use. `before`: the id of those that
 * the service had; `fresh`: of those that were stored for this change. A change that is refused leaves `before` in use; a
 * repeat after a crash leaves those in use that the first run stored.
 */
export const keepingUsedSecret =
  <A extends Changed>(
    secrets: Secrets,
    { before, fresh }: { readonly before?: string | undefined; readonly fresh?: string | undefined },
    change: TE.TaskEither<Rejection, A>,
  ): TE.TaskEither<Rejection, A> =>
  async () => {
    const done = await change()
    const used = E.isRight(done) ? secretOf(done.right.state) : before
    for (const id of [before, fresh]) if (id !== undefined && id !== used) await secrets.forget(id)
    return done
  }

const secretOf = (state: CloudServiceState): string | undefined =>
  state.status === 'configured' ? state.secretId : undefined
