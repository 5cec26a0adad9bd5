import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { channelUses, useOf } from '../../projections/media-channels/channel-uses.ts'
import { type MediaChannelView, mediaChannels } from '../../projections/media-channels/media-channels.ts'
import { accounts } from '../../projections/provisioning/accounts.ts'
import type { ConfiguredView } from '../../projections/provisioning/configured-view.ts'
import { templateCampaigns } from '../../projections/provisioning/template-campaigns.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { ActivationConfiguration } from '../../src/domain/media-channels/channel.ts'
import type { Account, TemplateCampaign } from '../../src/domain/provisioning/aggregates.ts'
import { templateCampaignId } from '../../src/domain/provisioning/template-campaign-id.ts'
import { query } from '../../src/engine/operation.ts'
import { refuse } from '../../src/engine/reply.ts'
import { list } from '../../src/list/list.ts'
import {
  ListedChannel,
  listedExample,
  listedFields,
  retailerOnly,
  shownChannels,
} from '../../src/lookups/channels-shown.ts'
import type { ReadModels, Where } from '../../src/ports/read-models.ts'

const own = { activationConfiguration: ActivationConfiguration, isUtilized: t.boolean }
const channelList = list({
  items: 'mediaChannels',
  fields: { idx: 'integer', name: 'string', adServerId: 'string', status: 'string', type: 'string' },
  selectable: [...listedFields, ...Object.keys(own)],
  sort: { field: ['idx'] },
  defaultLimit: 25,
})

const isUsed = async (readModels: ReadModels, use: string): Promise<boolean> =>
  (await readModels.find(channelUses, { where: { field: ['use'], is: '=', value: use }, limit: 1 })).count > 0

/** The channels of the account's organisation; of a template that names channels, only those. */
const scopeOf = (orgId: string, { mediaChannelIdxs }: TemplateCampaign): Where => {
  const organisation = { field: ['orgId'], is: '=', value: orgId } as const
  if (mediaChannelIdxs.length === 0) return organisation
  return { all: [organisation, { field: ['idx'], is: 'in', values: mediaChannelIdxs }] }
}

/**
 * GET /v2/accounts/{accountId}/template-campaigns/{templateCampaignIdx}/retail-media-channels (4.5, decision 35): deleted
 * ones stay in this list. isUtilized: a retail campaign of the template names the channel.
 */
export const listTemplateCampaignMediaChannels = query({
  summary: 'List the media channels that a template campaign can run on',
  description:
    'The channels of the organisation that the account belongs to, deleted ones too; when the template campaign has mediaChannelIdxs, only those.',
  problems: ['not-a-retailer'],
  noStore: true,
  params: t.type({ accountId: AccountId, templateCampaignIdx: IntegerText }),
  query: channelList.codec,
  reply: channelList.shape(t.intersection([ListedChannel, fields(own)])),
  example: {
    reply: {
      mediaChannels: [
        {
          ...listedExample,
          activationConfiguration: { tagGeneration: true, creativeGeneration: false },
          isUtilized: true,
        },
      ],
      count: 1,
      next: null,
      previous: null,
    },
  },
  async run({ params: { accountId, templateCampaignIdx }, query: asked, origin }, ports) {
    const { readModels, secrets } = ports
    const account = await readModels.get(accounts, accountId)
    if (!account) return refuse('not-found', 'There is no such account.')
    const { orgId } = (JSON.parse(account.json) as ConfiguredView<Account>).value
    const retailer = await retailerOnly(readModels, orgId)
    if (E.isLeft(retailer)) return retailer
    const template = await readModels.get(templateCampaigns, templateCampaignId(accountId, templateCampaignIdx))
    if (!template) return refuse('not-found', 'There is no such template campaign.')
    const scope = scopeOf(orgId, (JSON.parse(template.json) as ConfiguredView<TemplateCampaign>).value)
    const now = ports.clock.now()
    const wanted = channelList.toQuery(asked, scope, secrets, now)
    if (E.isLeft(wanted)) return wanted
    const page = await readModels.find(mediaChannels, wanted.right)
    const documents = await shownChannels(readModels, page.documents, origin, async (view: MediaChannelView) => ({
      activationConfiguration: view.channel.activationConfiguration,
      isUtilized: await isUsed(readModels, useOf(accountId, templateCampaignIdx, view.idx)),
    }))
    return E.right(channelList.reply({ ...page, documents }, asked, scope, secrets, now))
  },
})
