import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { channelUses, useOf } from '../../projections/media-channels/channel-uses.ts'
import { type MediaChannelView, mediaChannels } from '../../projections/media-channels/media-channels.ts'
import { accounts } from '../../projections/provisioning/accounts.ts'
import { templateCampaigns } from '../../projections/provisioning/template-campaigns.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { ActivationConfiguration } from '../../src/domain/media-channels/channel.ts'
import type { TemplateCampaign } from '../../src/domain/provisioning/aggregates.ts'
import { templateCampaignId } from '../../src/domain/provisioning/template-campaign-id.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { query } from '../../src/engine/operation.ts'
import { findDocuments, requireDocument } from '../../src/engine/read/documents.ts'
import * as TE from '../../src/engine/task-either.ts'
import { list } from '../../src/list/list.ts'
import { ListedChannel, listedExample, listedFilters, shownChannels } from '../../src/lookups/channels-shown.ts'
import { readRetailer } from '../../src/lookups/retailer.ts'
import type { ReadModels, Stored, Where } from '../../src/ports/read-models.ts'

const channelList = list({
  items: 'mediaChannels',
  item: t.intersection([
    ListedChannel,
    fields({ activationConfiguration: ActivationConfiguration, isUtilized: t.boolean }),
  ]),
  filters: { ...listedFilters, isUtilized: { made: true } },
  sort: { field: ['idx'] },
  defaultLimit: 25,
})

const isUsed = async (readModels: ReadModels, use: string): Promise<boolean> => {
  const where = { field: ['use'], is: '=', value: use } as const
  return (await findDocuments(readModels, channelUses, { where, limit: 1 })).length > 0
}

/** The channels of the account's organisation; if the template names channels, only those. */
const scopeOf = (orgId: string, { mediaChannelIdxs }: TemplateCampaign): Where => {
  const organisation = { field: ['orgId'], is: '=', value: orgId } as const
  if (mediaChannelIdxs.length === 0) return organisation
  return { all: [organisation, { field: ['idx'], is: 'in', values: mediaChannelIdxs }] }
}

/**
 * GET /v2/accounts/{accountId}/template-campaigns/{templateCampaignIdx}/retail-media-channels (CHANNEL-2, CHANNEL-9): deleted
 * ones stay in this list. isUtilized: a retail campaign of the template names the channel.
 */
export const listTemplateCampaignMediaChannels = query({
  summary: 'List the media channels that a template campaign can run on',
  description:
    'The channels of the organisation of the account, including deleted ones; if the template campaign has mediaChannelIdxs, only those.',
  problems: ['not-a-retailer'],
  noStore: true,
  params: t.type({ accountId: AccountId, templateCampaignIdx: IntegerText }),
  query: channelList.codec,
  reply: channelList.reply,
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
  run({ params: { accountId, templateCampaignIdx }, query: asked, origin }, ports) {
    const { readModels } = ports
    const ownOf = async ({ idx, channel: { activationConfiguration } }: MediaChannelView) => {
      const isUtilized = await isUsed(readModels, useOf(accountId, templateCampaignIdx, idx))
      return { activationConfiguration, isUtilized }
    }
    const documents = (stored: readonly Stored[]) => shownChannels(readModels, stored, origin, ownOf)
    const templateId = templateCampaignId(accountId, templateCampaignIdx)
    return pipe(
      requireDocument(readModels, accounts, accountId, noAccount),
      TE.flatMap(({ value: { orgId } }) => readRetailer(readModels, orgId)),
      TE.bindTo('retailer'),
      TE.bind('template', () => requireDocument(readModels, templateCampaigns, templateId, noTemplate)),
      TE.map(({ retailer, template }) => scopeOf(retailer.orgId, template.value)),
      TE.flatMap(scope => channelList.read(mediaChannels, asked, scope, ports, { documents })),
    )()
  },
})

const noAccount = rejection('not-found', 'There is no such account.')
const noTemplate = rejection('not-found', 'There is no such template campaign.')
