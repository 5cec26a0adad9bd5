import * as t from 'io-ts'
import { fields } from '../src/codec.ts'
import {
  Account,
  AdServer,
  account,
  adServer,
  Organisation,
  organisation,
  RetailSettings,
  retailSettings,
  TemplateCampaign,
  templateCampaign,
} from '../src/domain/provisioning/aggregates.ts'
import type { Configure } from '../src/domain/provisioning/configured.ts'
import { type Projection, projection } from '../src/projection.ts'
import { isOf, streamId } from './keys-of-streams.ts'

/** What was put as a whole, under the id of its stream. */
const configuredView = <V>(name: string, category: string, codec: t.Type<V, unknown>) => {
  const View = fields({ value: codec, revision: t.number, updatedOn: t.string })
  return projection({
    name,
    version: 1,
    codec: View as unknown as t.Type<ConfiguredView<V>, unknown>,
    indexes: [],
    categories: [category],
    idOf: event => (isOf(category, event) ? streamId(category, event) : undefined),
    evolve: (_, event) => {
      const data = event.data as Configure<V>
      return { value: data.value, revision: event.revision, updatedOn: data.at }
    },
  })
}

export type ConfiguredView<V> = { readonly value: V; readonly revision: number; readonly updatedOn: string }

export const organisations: Projection<ConfiguredView<Organisation>> = configuredView(
  'organisations',
  organisation.category,
  Organisation,
)
export const adServers: Projection<ConfiguredView<AdServer>> = configuredView('ad-servers', adServer.category, AdServer)
export const accounts: Projection<ConfiguredView<Account>> = configuredView('accounts', account.category, Account)
export const retailSettingsView: Projection<ConfiguredView<RetailSettings>> = configuredView(
  'retail-settings',
  retailSettings.category,
  RetailSettings,
)
export const templateCampaigns: Projection<ConfiguredView<TemplateCampaign>> = configuredView(
  'template-campaigns',
  templateCampaign.category,
  TemplateCampaign,
)
