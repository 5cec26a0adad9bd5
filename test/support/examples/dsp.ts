import type { DspConfiguration, DspConfigurationEvent } from '../../../src/domain/dsp/configuration-events.ts'
import type { DspGrantEvent } from '../../../src/domain/dsp/grant-events.ts'
import { type DspRepair, nothingRepaired } from '../../../src/domain/dsp/repair.ts'
import type { DspStrangerRefused } from '../../../src/domain/dsp/stranger-answers.ts'

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

export const dspRepair = (over: Partial<DspRepair> = {}): DspRepair => ({
  ...nothingRepaired,
  twinsArchived: 1,
  ...over,
})
export const dspConfigurationRepaired = (over: Partial<DspRepair> = {}): DspConfigurationEvent => ({
  type: 'DspConfigurationRepaired',
  data: { configId: 7, repair: dspRepair(over), at },
})

type GrantData<N extends DspGrantEvent['type']> = Partial<Extract<DspGrantEvent, { type: N }>['data']>

/** Ten minutes after `at`. */
export const consentEnd = '2026-05-01T10:10:00.000Z'
export const stateHash = 'a'.repeat(64)

export const dspConsentAsked = (over: GrantData<'DspConsentAsked'> = {}): DspGrantEvent => ({
  type: 'DspConsentAsked',
  data: { accountId: 'acme', partnerId: 1001, stateHash, keyId: 'abcdefgh', expiresAt: consentEnd, at, ...over },
})
export const dspConsentAnswered = (over: GrantData<'DspConsentAnswered'> = {}): DspGrantEvent => ({
  type: 'DspConsentAnswered',
  data: { stateHash, at, ...over },
})
export const dspConsentRefused = (over: GrantData<'DspConsentRefused'> = {}): DspGrantEvent => ({
  type: 'DspConsentRefused',
  data: { stateHash, reason: 'refused-by-person', at, ...over },
})
export const dspAuthorised = (over: GrantData<'DspAuthorised'> = {}): DspGrantEvent => ({
  type: 'DspAuthorised',
  data: { stateHash, secretId: 'secret:1', keyId: 'abcdefgh', at, ...over },
})
export const dspTokenReplaced = (secretId = 'secret:2'): DspGrantEvent => ({
  type: 'DspTokenReplaced',
  data: { secretId, at },
})
export const dspAuthorisationLost: DspGrantEvent = {
  type: 'DspAuthorisationLost',
  data: { reason: 'invalid-grant', at },
}
export const dspStrangerRefused = (refusedAt = at): DspStrangerRefused => ({
  type: 'DspStrangerRefused',
  data: { at: refusedAt },
})
