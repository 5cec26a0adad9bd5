import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { cancelCopies } from '../../src/cloud/cancel-copies.ts'
import { type ConfiguredService, serviceFromLog } from '../../src/cloud/find-service.ts'
import { keepingUsedSecret } from '../../src/cloud/keep-secret.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { cloudService, cloudServiceId } from '../../src/domain/cloud/service.ts'
import { command } from '../../src/engine/operation.ts'
import { noContent } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import type { Loaded, Work } from '../../src/engine/write/execute.ts'
import { executed, loaded, mustBeAt } from '../../src/engine/write/steps.ts'
import type { Ports } from '../../src/ports/ports.ts'

/** DELETE /accounts/{accountId}/cloud/{serviceId} (CLOUD-1): cancels its copies first; copied files stay. */
export const deleteCloudService = command({
  summary: 'Disconnect a cloud storage service and delete its credentials',
  takesIfMatch: true,
  description: 'Copies that run are cancelled. Files that were copied before are kept.',
  problems: ['copy-running'],
  params: t.type({ accountId: AccountId, serviceId: IntegerText }),
  reply: { media: '' },
  run: ({ params: { accountId, serviceId }, ifMatch }, work, ports) =>
    pipe(
      loaded(work, cloudService, cloudServiceId(accountId, serviceId)),
      // nothing is cancelled for a client that has an older version
      TE.tapEither(({ revision }) => mustBeAt(revision, ifMatch)),
      TE.flatMap(() => removed(accountId, serviceId, ifMatch, work, ports)),
      TE.flatMapEither(() => noContent),
    )(),
})

/** How often copies may be requested between the cancellation and the removal. */
const tries = 3

const removed = (
  accountId: string,
  serviceId: number,
  ifMatch: number | undefined,
  work: Work,
  ports: Pick<Ports, 'secrets' | 'clock'>,
  left = tries,
): ReturnType<typeof removedOnce> =>
  pipe(
    serviceFromLog(work, accountId, serviceId),
    TE.flatMap(service => removedOnce(service, ifMatch, work, ports)),
    TE.orElse(refused =>
      refused.code === 'copy-running' && left > 1
        ? removed(accountId, serviceId, ifMatch, work, ports, left - 1)
        : TE.fromEither(E.left(refused)),
    ),
  )

const removedOnce = (
  service: Loaded<ConfiguredService>,
  ifMatch: number | undefined,
  work: Work,
  { secrets, clock }: Pick<Ports, 'secrets' | 'clock'>,
) => {
  const at = clock.now().toISOString()
  const { accountId, serviceId } = service.state
  return pipe(
    cancelCopies(work, service.state, at),
    TE.flatMap(ended => {
      const remove = { kind: 'Remove', ended, at } as const
      const change = executed(work, cloudService, cloudServiceId(accountId, serviceId), remove, { ifMatch })
      return keepingUsedSecret(secrets, { before: service }, change)
    }),
  )
}
