import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { MediaChannelView } from '../../projections/media-channels/media-channels.ts'
import { adServers } from '../../projections/provisioning/ad-servers.ts'
import type { ConfiguredView } from '../../projections/provisioning/configured-view.ts'
import { organisations } from '../../projections/provisioning/organisations.ts'
import { fields } from '../codec/fields.ts'
import { integer } from '../codec/integer.ts'
import { assetUrlPath } from '../domain/assets/asset.ts'
import { idOfAdServer } from '../domain/provisioning/ad-server-id.ts'
import type { AdServer, Organisation } from '../domain/provisioning/aggregates.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import { refuse } from '../engine/reply.ts'
import type { ReadModels, Stored } from '../ports/read-models.ts'

const orNull = <C extends t.Mixed>(codec: C) => t.union([codec, t.null])

/** A media channel in the lists of an organisation (4.5); `additionalConfiguration` is JSON text there. */
const listed = {
  idx: integer(1),
  name: t.string,
  adServerId: t.string,
  adServerName: orNull(t.string),
  status: t.string,
  type: t.string,
  logoUrl: orNull(t.string),
  additionalConfiguration: orNull(t.string),
}
export const ListedChannel = fields(listed)
export type ListedChannel = t.TypeOf<typeof ListedChannel>
/** For the OpenAPI document. */
export const listedExample: ListedChannel = {
  idx: 3,
  name: 'Fernhollow Audience Network',
  adServerId: 'fernhollow-dsp',
  adServerName: 'Fernhollow DSP',
  status: 'Enabled',
  type: 'Off-site',
  logoUrl: 'https://endcap.example.com/assets/fernhollow-uk/brand/logo.png',
  additionalConfiguration: '{"seat":"4711","apiKey":"********"}',
}
export const listedFields: readonly string[] = Object.keys(listed)

/** Refuses unless the organisation is there and is a retailer (decision 35). */
export const retailerOnly = async (readModels: ReadModels, orgId: string): Promise<E.Either<Rejection, void>> => {
  const stored = await readModels.get(organisations, orgId)
  if (!stored) return refuse('not-found', 'There is no such organisation.')
  const { retailer } = (JSON.parse(stored.json) as ConfiguredView<Organisation>).value
  return retailer ? E.right(undefined) : refuse('not-a-retailer', 'The organisation is not a retailer.')
}

/** Documents of a page as a list shows them, with the names of their ad servers; `more` adds members to one of them. */
export const shownChannels = async (
  readModels: ReadModels,
  documents: readonly Stored[],
  origin: string,
  more: (view: MediaChannelView) => Promise<object>,
): Promise<readonly Stored[]> => {
  const views = documents.map(d => JSON.parse(d.json) as MediaChannelView)
  const ids = [...new Set(views.map(v => idOfAdServer(v.orgId, v.adServerId)))]
  const servers = ids.length === 0 ? [] : await readModels.getMany(adServers, ids)
  const names = new Map(servers.map(s => [s.id, (JSON.parse(s.json) as ConfiguredView<AdServer>).value.name]))
  return Promise.all(
    views.map(async (view, i) => {
      const { additionalConfiguration: own, logo } = view.channel
      const item: ListedChannel = {
        idx: view.idx,
        name: view.name,
        adServerId: view.adServerId,
        adServerName: names.get(idOfAdServer(view.orgId, view.adServerId)) ?? null,
        status: view.status,
        type: view.type,
        logoUrl: logo === undefined ? null : origin + assetUrlPath(logo.accountId, logo.path),
        additionalConfiguration: own === undefined ? null : JSON.stringify(own.values),
      }
      return { ...documents[i]!, json: JSON.stringify({ ...item, ...(await more(view)) }) }
    }),
  )
}
