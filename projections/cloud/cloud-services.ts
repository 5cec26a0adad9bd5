import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { oneOf } from '../../src/codec/text.ts'
import { CloudRoot, serviceTypes } from '../../src/domain/cloud/root-dir.ts'
import { cloudService } from '../../src/domain/cloud/service.ts'
import type { CloudServiceEvent } from '../../src/domain/cloud/service-events.ts'
import { projection } from '../../src/engine/read/projection.ts'
import { isOf, streamId } from '../../src/engine/read/streams.ts'

/** A cloud service (2.11), and what it takes to open it: the credentials themselves are under secretId. */
export const CloudServiceView = fields({
  accountId: t.string,
  id: t.number,
  name: t.string,
  serviceType: oneOf(...serviceTypes),
  rootDir: t.string,
  root: CloudRoot,
  secretId: t.string,
})
export type CloudServiceView = t.TypeOf<typeof CloudServiceView>

export const cloudServices = projection<CloudServiceView>({
  name: 'cloud-services',
  version: 1,
  codec: CloudServiceView,
  indexes: [],
  lists: [{ scope: ['accountId'], sort: ['id'], filters: [['name'], ['serviceType']] }],
  categories: [cloudService.category],
  idOf: event => (isOf(cloudService.category, event) ? streamId(cloudService.category, event) : undefined),
  evolve(view, recorded) {
    const event = recorded as unknown as CloudServiceEvent
    if (event.type === 'CloudServiceConfigured') {
      const { serviceId, at: _, ...service } = event.data
      return { ...service, id: serviceId }
    }
    if (view === undefined) return undefined
    switch (event.type) {
      case 'CloudServiceRenamed':
        return { ...view, name: event.data.name }
      case 'CloudServiceRekeyed':
        return { ...view, secretId: event.data.secretId }
      case 'CloudServiceRemoved':
        return undefined
      default:
        return view
    }
  },
})
