import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { type DspAccess, type DspCreative, type DspFailure, type FindCreatives, isDspFailure } from '../../ports/dsp.ts'
import type { Api } from './call.ts'
import { CreativeJson, creativeFields, creativeFieldsWithTag, creativeOf, tagOfCreative } from './creative-json.ts'
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

/**
 * How many creatives are on a page: as many as the DSP gives. With tags a page may be too large, and is asked for again with fewer: at 50
 * the largest tags of Endcap fit, but those of others may be larger.
 */
const pageSize = 200
const pageSizesWithTags = [pageSize, 50, 12, 3, 1] as const

/** How one page is asked for: at once, or with repeats. */
export type AskPage = <A>(ask: () => Promise<A | Waited>) => Promise<A | DspFailure>

/**
 * Creatives by their integration code. The DSP cannot filter by it, so all pages since a time are read, and what is not wanted is
 * dropped (DSP-14).
 */
export const findCreatives =
  (api: Api, ask: AskPage) =>
  (access: DspAccess, find: FindCreatives, signal?: AbortSignal): Promise<readonly DspCreative[] | DspFailure> => {
    const { advertiserId, isWanted, hashTag } = find
    const sizes = hashTag ? [...pageSizesWithTags] : [pageSize]
    const listed = (json: t.TypeOf<typeof CreativeJson>): DspCreative => ({
      ...creativeOf(json),
      ...(hashTag ? { tagHash: hashTag(tagOfCreative(json)) } : {}),
    })
    const pageAt = (pageToken: string | undefined) => {
      const query = listQuery({
        pageSize: String(sizes[0]),
        orderBy: 'creativeId',
        filter: filterOf(find),
        fields: `creatives(${hashTag ? creativeFieldsWithTag : creativeFields}),nextPageToken`,
        pageToken,
      })
      const path = `/advertisers/${advertiserId}/creatives?${query}`
      const call = { advertiserId, method: 'GET', path, codec: Creatives, signal } as const
      return ask(() => api(access, call))
    }
    return allPages(async pageToken => {
      let page = await pageAt(pageToken)
      while (isDspFailure(page) && page.code === 'unreadable' && sizes.length > 1) {
        sizes.shift()
        page = await pageAt(pageToken)
      }
      if (isDspFailure(page)) return page
      const found = (page.creatives ?? []).filter(({ integrationCode = '' }) => isWanted(integrationCode))
      return { items: found.map(listed), next: page.nextPageToken }
    })
  }
