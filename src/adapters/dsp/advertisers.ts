import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { type Dsp, type DspAdvertiser, isDspFailure } from '../../ports/dsp.ts'
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

export const listAdvertisers =
  (api: Api, patience: Patience): Dsp['listAdvertisers'] =>
  (access, partnerId, signal) =>
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
