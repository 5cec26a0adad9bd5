import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { oneOf } from '../../src/codec/text.ts'
import { CloudRoot, serviceTypes } from '../../src/domain/cloud/root-dir.ts'
import { cloudService } from '../../src/domain/cloud/service.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** A cloud service (CLOUD-2) and what is needed to connect to it. The credentials are stored under secretId. */
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

export const cloudServices = projectionOf(cloudService, {
  name: 'cloud-services',
  version: 1,
  codec: CloudServiceView,
  indexes: [],
  lists: [{ scope: ['accountId'], sort: ['id'], filters: [['name'], ['serviceType']] }],
  evolve(view, event) {
    switch (event.type) {
      case 'CloudServiceConfigured': {
        const { serviceId, at: _, ...service } = event.data
        return { ...service, id: serviceId }
      }
      case 'CloudServiceRenamed':
        return view && { ...view, name: event.data.name }
      case 'CloudServiceRekeyed':
        return view && { ...view, secretId: event.data.secretId }
      case 'CloudServiceRemoved':
        return undefined
      case 'CloudCopyRequested':
        return view
    }
  },
})
