import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { copiesEnded } from '../../src/cloud/copies-ended.ts'
import { copiesOnList } from '../../src/cloud/copies-on-list.ts'
import { serviceFromLog } from '../../src/cloud/find-service.ts'
import { keepingUsedSecret } from '../../src/cloud/keep-secret.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { cloudService, cloudServiceId } from '../../src/domain/cloud/service.ts'
import { command } from '../../src/engine/operation.ts'
import { noContent } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed } from '../../src/engine/write/steps.ts'

/** DELETE /accounts/{accountId}/cloud/{serviceId} (CLOUD-1): refused while a copy runs; copied files stay. */
export const deleteCloudService = command({
  summary: 'Disconnect a cloud storage service and delete its credentials',
  takesIfMatch: true,
  description:
    'While a copy runs it is 409, and `queueId` names the copy: wait for it, or cancel it. Files that were copied are kept.',
  problems: ['copy-running'],
  params: t.type({ accountId: AccountId, serviceId: IntegerText }),
  reply: { media: '' },
  run: ({ params: { accountId, serviceId }, ifMatch }, work, { secrets, clock, readModels }) =>
    pipe(
      serviceFromLog(work, accountId, serviceId),
      TE.bindTo('before'),
      TE.bind('ended', () => TE.fromTask(() => copiesEnded(work, accountId, serviceId))),
      TE.bind('retried', () => TE.fromTask(() => copiesOnList(work, { readModels }, accountId, serviceId))),
      TE.flatMap(({ before, ended, retried }) => {
        // a copy that is requested meanwhile is not among those that have ended
        const remove = { kind: 'Remove', ended, retried, at: clock.now().toISOString() } as const
        const change = executed(work, cloudService, cloudServiceId(accountId, serviceId), remove, { ifMatch })
        return keepingUsedSecret(secrets, { before }, change)
      }),
      TE.flatMapEither(() => noContent),
    )(),
})
