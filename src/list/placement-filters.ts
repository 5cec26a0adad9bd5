import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { described } from '../codec/described.ts'
import type { Site } from '../domain/media-plans/plan.ts'
import type { Where } from '../ports/read-models.ts'
import { type FilterFields, parseFilters } from './filters.ts'

/** The equality conditions of `filters` (PLAN-1); all must hold. */
export type PlacementFilters = { readonly siteIds: readonly number[]; readonly placementIds: readonly string[] }

const filterFields: FilterFields = {
  sites_siteId: { type: 'integer', path: ['sites_siteId'] },
  sites_placements_placementId: { type: 'string', path: ['sites_placements_placementId'] },
}

const read = (sent: unknown): E.Either<string, PlacementFilters> => {
  const parsed = parseFilters(sent as string | readonly string[] | undefined, filterFields)
  if (E.isLeft(parsed)) return parsed
  const parts: readonly Where[] = parsed.right
  const siteIds: number[] = []
  const placementIds: string[] = []
  for (const part of parts) {
    if (!('field' in part) || part.is !== '=') return E.left('supports only the operator =')
    if (part.field[0] === 'sites_siteId') siteIds.push(Number(part.value))
    else placementIds.push(String(part.value))
  }
  return E.right({ siteIds, placementIds })
}

/** The query parameter `filters` of listTrackers. */
export const Filters = described(
  new t.Type<PlacementFilters, unknown>(
    'filters',
    (u): u is PlacementFilters => typeof u === 'object' && u !== null && 'siteIds' in u,
    (u, context) => {
      const parsed = read(u)
      return E.isLeft(parsed) ? t.failure(u, context, parsed.left) : t.success(parsed.right)
    },
    t.identity,
  ),
  { type: 'string', description: 'Parts `sites_siteId=…` and `sites_placements_placementId=…`, separated by commas.' },
)

/** The sites and placements that match all conditions. Sites without a matching placement are omitted. */
export const filteredSites = (sites: readonly Site[], filters: PlacementFilters | undefined): readonly Site[] => {
  if (filters === undefined) return sites
  const { siteIds, placementIds } = filters
  return sites
    .filter(site => siteIds.every(id => id === site.siteId))
    .map(site => ({ ...site, placements: site.placements.filter(p => placementIds.every(id => id === p.placementId)) }))
    .filter(site => placementIds.length === 0 || site.placements.length > 0)
}
