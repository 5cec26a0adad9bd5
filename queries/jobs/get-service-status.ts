import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { query } from '../../src/engine/operation.ts'
import { ServiceStatus, serviceStatus } from '../../src/jobs/service-status.ts'

const everyAccount = rejection(
  'account-not-on-key',
  'The status of the service names every account: it needs a key that covers all of them (ADMIN_API_KEY).',
)

/** GET /v2/status (JOBS-6): nodes, views, processes, sizes, and events by account. */
export const getServiceStatus = query({
  summary: 'Get the status of the service',
  description: 'For operators: only a key that covers every account may ask.',
  extension: true,
  noStore: true,
  params: t.type({}),
  reply: ServiceStatus,
  problems: ['account-not-on-key'],
  async run({ caller }, ports) {
    if (caller.accounts !== '*') return E.left(everyAccount)
    return E.right({ body: await serviceStatus(ports) })
  },
})
