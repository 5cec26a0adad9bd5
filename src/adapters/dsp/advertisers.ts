import * as t from 'io-ts'
import { LRUCache } from 'lru-cache'
import { fields } from '../../codec/fields.ts'
import type { Clock } from '../../ports/clock.ts'
import { type Dsp, type DspAccess, type DspAdvertiser, type DspFailure, isDspFailure } from '../../ports/dsp.ts'
import type { Api } from './call.ts'
import { allPages, listQuery } from './pages.ts'
import { type Patience, retrying } from './retrying.ts'

/** https://developers.google.com/display-video/api/reference/rest/v4/advertisers/list */
const Advertisers = fields(
  {},
  { advertisers: t.array(fields({ advertiserId: t.string }, { displayName: t.string })), nextPageToken: t.string },
)

type Listed = NonNullable<t.TypeOf<typeof Advertisers>['advertisers']>[number]

/** Ids are 64-bit integers at the DSP; one that a number cannot hold could not be given back. */
const advertiserOf = ({ advertiserId, displayName = '' }: Listed): DspAdvertiser[] => {
  const id = /^\d{1,18}$/.test(advertiserId) ? Number(advertiserId) : Number.NaN
  return Number.isSafeInteger(id) ? [{ id, name: displayName }] : []
}

type Listing = Promise<readonly DspAdvertiser[] | DspFailure>
/** Lists that are kept, by their number of advertisers and for how long, in milliseconds. */
const kept = { maxSize: 100_000, ttl: 60_000 }

/**
 * The lists of the last minute, each for the token that it was read with, so that a consent that is lost or new sees none of another one.
 */
export const listAdvertisers = (api: Api, patience: Patience, clock: Pick<Clock, 'now'>): Dsp['listAdvertisers'] => {
  const lists = new LRUCache<string, readonly DspAdvertiser[]>({
    ...kept,
    sizeCalculation: list => 1 + list.length,
    perf: { now: () => clock.now().getTime() },
    ttlResolution: 0,
  })
  const read = (access: DspAccess, partnerId: number, signal: AbortSignal | undefined): Listing =>
    allPages(async pageToken => {
      const query = listQuery({
        partnerId: String(partnerId),
        pageSize: '200',
        fields: 'advertisers(advertiserId,displayName),nextPageToken',
        pageToken,
      })
      const call = { method: 'GET', path: `/advertisers?${query}`, codec: Advertisers, signal } as const
      const page = await retrying(patience, signal, () => api(access, call))
      if (isDspFailure(page)) return page
      return { items: (page.advertisers ?? []).flatMap(advertiserOf), next: page.nextPageToken }
    })
  return async (access, partnerId, signal) => {
    const token = await access.token()
    if (isDspFailure(token)) return token
    const key = JSON.stringify([access.accountId, partnerId, token])
    const list = lists.get(key)
    if (list !== undefined) return list
    const fresh = await read(access, partnerId, signal)
    if (!isDspFailure(fresh)) lists.set(key, fresh)
    return fresh
  }
}
