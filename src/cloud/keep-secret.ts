import * as E from 'fp-ts/lib/Either.js'
import type { CloudServiceState } from '../domain/cloud/service.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import type * as TE from '../engine/task-either.ts'
import type { Secrets } from '../ports/secrets.ts'

type Changed = { readonly state: CloudServiceState }

/**
 * Runs a change of a cloud service, then destroys the credentials that are no longer used. `before`: id of the previous
 * credentials; `fresh`: id of those stored for this change. After a refused change, `before` stays in use; after a repeat
 * following a crash, the credentials that the first run stored stay in use.
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
