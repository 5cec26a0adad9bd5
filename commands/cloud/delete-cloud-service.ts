import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { copiesEnded } from '../../src/cloud/copies-ended.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { cloudService, cloudServiceId } from '../../src/domain/cloud/service.ts'
import { command } from '../../src/engine/operation.ts'
import { noContent, refuse } from '../../src/engine/reply.ts'

/** DELETE /accounts/{accountId}/cloud/{serviceId} (4.9): 409 while a copy runs; what was copied stays. */
export const deleteCloudService = command({
  summary: 'Disconnect a cloud storage service and forget its credentials',
  problems: ['copy-running'],
  params: t.type({ accountId: AccountId, serviceId: IntegerText }),
  reply: { media: '' },
  async run({ params: { accountId, serviceId }, ifMatch }, work, { secrets, clock }) {
    const id = cloudServiceId(accountId, serviceId)
    const { state } = await work.load(cloudService, id)
    if (state.status !== 'configured') return refuse('not-found', 'There is no such cloud service on this account.')
    const ended = await copiesEnded(work, accountId, serviceId)
    const done = await work.execute(
      cloudService,
      id,
      { kind: 'Remove', ended, at: clock.now().toISOString() },
      { ifMatch },
    )
    if (E.isLeft(done)) return done
    await secrets.forget(state.secretId)
    return noContent
  },
})
