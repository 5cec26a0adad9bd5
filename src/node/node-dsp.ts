import { dspNotConfigured } from '../adapters/dsp/not-configured.ts'
import { hostsOf } from '../adapters/dsp/settings.ts'
import type { Dsp } from '../ports/dsp.ts'
import type { Fetcher } from '../ports/fetcher.ts'
import type { Ports } from '../ports/ports.ts'
import { dspSettings } from './config/dsp-settings.ts'
import type { Config } from './config/read-config.ts'
import { lazilyOpened } from './lazily-opened.ts'

/** What the nodes share about the quotas of the DSP. */
export type DspShared = Pick<Ports, 'clock' | 'readModels'>

/** The DSP of a node. Its requests reach the hosts of the configuration and no others; they may be private. */
export const nodeDsp = (config: Config, { clock, readModels }: DspShared): Dsp & { close(): Promise<void> } => {
  const settings = dspSettings(config)
  if (settings === undefined) return { ...dspNotConfigured, close: async () => undefined }
  const fetcher = lazilyOpened<Fetcher>(['fetch', 'fetchBytes'], async () =>
    (await import('../adapters/fetcher/guarded.ts')).openFetcher({ egressAllow: hostsOf(settings) }),
  )
  const dsp = lazilyOpened<Omit<Dsp, 'issuer'>>(
    [
      'authorizationUrl',
      'exchangeCode',
      'refreshTokens',
      'listAdvertisers',
      'createCreative',
      'findCreatives',
      'getCreative',
      'updateCreative',
      'archiveCreative',
    ],
    async () => {
      const { openDsp } = await import('../adapters/dsp/open-dsp.ts')
      const { sharedQuota } = await import('../adapters/dsp/quota/shared-quota.ts')
      return openDsp({ settings, fetcher, clock, quota: sharedQuota({ clock, volatile: readModels.volatile }) })
    },
  )
  return { ...dsp, issuer: new URL(settings.authUrl).origin, close: () => fetcher.close() }
}
