import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { cancelCopy } from '../../src/cloud/cancel-copy.ts'
import { serviceFromLog } from '../../src/cloud/find-service.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { text } from '../../src/codec/text.ts'
import { wasRequested } from '../../src/domain/cloud/service.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { hasChanged } from '../../src/engine/write/steps.ts'

/** POST /accounts/{accountId}/cloud/{serviceId}/copy/{queueId}/cancel (an extension, CLOUD-9). */
export const cancelCloudCopy = command({
  summary: 'Cancel a copy from a cloud service',
  description:
    'Files that were copied before are kept. The queue is FAILED at once, and the copy stops within 5 seconds. A copy that has ended stays as it is.',
  extension: true,
  params: t.type({ accountId: AccountId, serviceId: IntegerText, queueId: text({ min: 1, max: 128 }) }),
  reply: fields({ queueId: t.string, message: t.string }),
  example: {
    reply: { queueId: 'cloud-copy-7-1', message: 'The copy was cancelled; files that were copied are kept.' },
  },
  run: ({ params: { accountId, serviceId, queueId } }, work, { clock }) =>
    pipe(
      serviceFromLog(work, accountId, serviceId),
      TE.filterOrElse(
        ({ state }) => wasRequested(state, queueId),
        () => noCopy,
      ),
      TE.flatMap(() => cancelCopy(work, accountId, queueId, clock.now().toISOString())),
      TE.flatMapEither(done => reply({ queueId, message: hasChanged(done) ? cancelled : over })),
    )(),
})

const noCopy = rejection('not-found', 'There is no such copy of this cloud service.')
const cancelled = 'The copy was cancelled; files that were copied are kept.'
const over = 'The copy has already ended.'
