import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { type DspAccess, type DspCreative, type DspFailure, type FindCreatives, isDspFailure } from '../../ports/dsp.ts'
import type { Api } from './call.ts'
import { CreativeJson, creativeFields, creativeOf } from './creative-json.ts'
import { allPages, listQuery } from './pages.ts'
import type { Waited } from './retrying.ts'

/** https://developers.google.com/display-video/api/reference/rest/v4/advertisers.creatives/list */
const Creatives = fields({}, { creatives: t.array(CreativeJson), nextPageToken: t.string })

/** By how much the DSP's clock may be behind ours. */
const spareMs = 5 * 60_000

/** The DSP takes times without fractions of a second. */
const second = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

const filterOf = ({ since, archived }: FindCreatives): string | undefined => {
  const parts = [
    ...(since === undefined ? [] : [`updateTime>="${second(Date.parse(since) - spareMs)}"`]),
    ...(archived ? ['entityStatus="ENTITY_STATUS_ARCHIVED"'] : []),
  ]
  return parts.length === 0 ? undefined : parts.join(' AND ')
}

/** How one page is asked for: at once, or with repeats. */
export type AskPage = <A>(ask: () => Promise<A | Waited>) => Promise<A | DspFailure>

/**
 * Creatives by their integration code. The DSP cannot filter by it, so all pages since a time are read, and what is not wanted is
 * dropped (DSP-14).
 */
export const findCreatives =
  (api: Api, ask: AskPage) =>
  (access: DspAccess, find: FindCreatives, signal?: AbortSignal): Promise<readonly DspCreative[] | DspFailure> =>
    allPages(async pageToken => {
      const query = listQuery({
        pageSize: '200',
        orderBy: 'creativeId',
        filter: filterOf(find),
        fields: `creatives(${creativeFields}),nextPageToken`,
        pageToken,
      })
      const path = `/advertisers/${find.advertiserId}/creatives?${query}`
      const call = { advertiserId: find.advertiserId, method: 'GET', path, codec: Creatives, signal } as const
      const page = await ask(() => api(access, call))
      if (isDspFailure(page)) return page
      const found = (page.creatives ?? []).map(creativeOf)
      return { items: found.filter(({ tagId }) => find.isWanted(tagId)), next: page.nextPageToken }
    })
