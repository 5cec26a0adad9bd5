import type * as t from 'io-ts'
import { DspConfiguration, type DspConfigurationEvent } from '../../src/domain/dsp/configuration-events.ts'
import { dspConfigurations as aggregate } from '../../src/domain/dsp/configurations.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** A configuration (DSP-1); the id of the document is its configId, which is unique among all accounts. */
export type DspConfigurationView = t.TypeOf<typeof DspConfiguration>

export const dspConfigurations = projectionOf(aggregate, {
  name: 'dsp-configurations',
  version: 1,
  codec: DspConfiguration,
  indexes: [],
  lists: [
    {
      scope: ['accountId'],
      sort: ['configId'],
      filters: [['configName'], ['dspPartnerId'], ['dspAdvertiserId'], ['dspAdvertiserName']],
    },
  ],
  idOf: (event: DspConfigurationEvent) => String(event.data.configId),
  evolve(document: DspConfigurationView | undefined, event) {
    switch (event.type) {
      case 'DspConfigurationCreated': {
        const { at: _, ...configuration } = event.data
        return configuration
      }
      case 'DspConfigurationDeleted':
        return undefined
      case 'DspConfigurationRepaired':
        return document
    }
  },
})
