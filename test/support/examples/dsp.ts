import type { DspConfiguration, DspConfigurationEvent } from '../../../src/domain/dsp/configuration-events.ts'

const at = '2026-05-01T10:00:00.000Z'

export const configuration = (over: Partial<DspConfiguration> = {}): DspConfiguration => ({
  accountId: 'acme',
  configId: 7,
  configName: 'Spring at Fernhollow',
  dspPartnerId: 1001,
  dspAdvertiserId: 2001,
  dspAdvertiserName: 'Fernhollow Garden',
  ...over,
})
export const dspConfigurationCreated = (over: Partial<DspConfiguration> = {}): DspConfigurationEvent => ({
  type: 'DspConfigurationCreated',
  data: { ...configuration(over), at },
})
export const dspConfigurationDeleted = (configId = 7): DspConfigurationEvent => ({
  type: 'DspConfigurationDeleted',
  data: { configId, at },
})
