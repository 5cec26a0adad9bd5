import * as t from 'io-ts'
import { type CloudServiceView, cloudServices } from '../../projections/cloud/cloud-services.ts'
import { AccountId } from '../../src/codec/names.ts'
import { CloudServiceReply, exampleService } from '../../src/domain/cloud/reply.ts'
import { query } from '../../src/engine/operation.ts'
import { list } from '../../src/list/list.ts'

const serviceList = list({
  items: 'services',
  item: CloudServiceReply,
  sort: { field: ['id'] },
})

/** GET /accounts/{accountId}/cloud (CLOUD-1): the connected services, without key fields. */
export const listCloudServices = query({
  summary: 'List the cloud storage services of an account',
  noStore: true,
  params: t.type({ accountId: AccountId }),
  query: serviceList.codec,
  reply: serviceList.reply,
  example: { reply: { services: [exampleService], count: 1, next: null, previous: null } },
  run: ({ params: { accountId }, query: asked }, ports) =>
    serviceList.read(cloudServices, asked, { field: ['accountId'], is: '=', value: accountId }, ports, {
      present: ({ id, name, serviceType, rootDir }: CloudServiceView) => ({ id, name, serviceType, rootDir }),
    })(),
})
