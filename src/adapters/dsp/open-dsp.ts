import type { Clock } from '../../ports/clock.ts'
import type { Dsp } from '../../ports/dsp.ts'
import type { Fetcher } from '../../ports/fetcher.ts'
import { listAdvertisers } from './advertisers.ts'
import { openApi } from './call.ts'
import { createCreative } from './create-creative.ts'
import { guardedExchange } from './exchange.ts'
import { findCreatives } from './find-creatives.ts'
import { oauth } from './oauth.ts'
import { oneCreative } from './one-creative.ts'
import type { Quota } from './quota/shared-quota.ts'
import { defaultPatience, type Patience, retrying } from './retrying.ts'
import type { DspSettings } from './settings.ts'

export type DspOptions = {
  readonly settings: DspSettings
  /** A fetcher of its own, which may reach `hostsOf(settings)`. */
  readonly fetcher: Fetcher
  readonly quota: Quota
  readonly clock: Pick<Clock, 'now'>
  readonly patience?: Patience
}

/** Display & Video 360, version 4 of its API (ADR 0056). */
export const openDsp = ({ settings, fetcher, quota, clock, patience = defaultPatience }: DspOptions): Dsp => {
  const exchange = guardedExchange(fetcher, patience.timeoutMs)
  const api = openApi({ url: settings.url, exchange, quota, clock })
  return {
    ...oauth(settings, { exchange, patience, clock }),
    ...oneCreative(api, patience),
    listAdvertisers: listAdvertisers(api, patience, clock),
    createCreative: createCreative(api, patience, clock),
    findCreatives: (access, find, signal) =>
      findCreatives(api, ask => retrying(patience, signal, ask))(access, find, signal),
  }
}
