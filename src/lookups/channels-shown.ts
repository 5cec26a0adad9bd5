import * as t from 'io-ts'
import { type MediaChannelView, mediaChannels } from '../../projections/media-channels/media-channels.ts'
import { adServers } from '../../projections/provisioning/ad-servers.ts'
import { named } from '../codec/described.ts'
import { fields } from '../codec/fields.ts'
import { integer } from '../codec/integer.ts'
import { assetUrlPath } from '../domain/assets/library-address.ts'
import { ShownChannelStatus } from '../domain/media-channels/channel.ts'
import { idOfAdServer } from '../domain/provisioning/ad-server-id.ts'
import { parsed, readDocuments } from '../engine/read/documents.ts'
import type { ReadModels, Stored } from '../ports/read-models.ts'

const orNull = <C extends t.Mixed>(codec: C) => t.union([codec, t.null])

/** A media channel in the lists of an organisation (CHANNEL-2); `additionalConfiguration` is JSON text there. */
const listed = {
  idx: integer(1),
  name: t.string,
  adServerId: t.string,
  adServerName: orNull(t.string),
  status: ShownChannelStatus,
  type: t.string,
  logoUrl: orNull(t.string),
  additionalConfiguration: orNull(t.string),
}
export const ListedChannel = named('ListedMediaChannel', fields(listed))
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
/** Those that are made when a list is read. */
export const listedFilters = {
  adServerName: { made: true },
  logoUrl: { made: true },
  additionalConfiguration: { made: true },
} as const

const listedChannel = (view: MediaChannelView, adServerName: string | undefined, origin: string): ListedChannel => {
  const { additionalConfiguration: own, logo } = view.channel
  return {
    idx: view.idx,
    name: view.name,
    adServerId: view.adServerId,
    adServerName: adServerName ?? null,
    status: view.status,
    type: view.type,
    logoUrl: logo === undefined ? null : origin + assetUrlPath(logo.accountId, logo.path),
    additionalConfiguration: own === undefined ? null : JSON.stringify(own.values),
  }
}

/** The documents of a page as list items, with the names of their ad servers; `more` adds members to an item. */
export const shownChannels = async (
  readModels: ReadModels,
  documents: readonly Stored[],
  origin: string,
  more: (view: MediaChannelView) => Promise<object> = async () => ({}),
): Promise<readonly Stored[]> => {
  const pages = documents.map(stored => ({ stored, view: parsed(mediaChannels, stored) }))
  const ids = new Set(pages.map(({ view }) => idOfAdServer(view.orgId, view.adServerId)))
  const servers = await readDocuments(readModels, adServers, [...ids])
  return Promise.all(
    pages.map(async ({ stored, view }) => {
      const server = servers.get(idOfAdServer(view.orgId, view.adServerId))
      const item = listedChannel(view, server?.value.name, origin)
      return { ...stored, json: JSON.stringify({ ...item, ...(await more(view)) }) }
    }),
  )
}
