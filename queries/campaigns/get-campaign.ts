import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { classicCampaigns } from '../../projections/campaigns/classic-campaigns.ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { AssetMapItem, DecisionMapItem, noSuchCampaign } from '../../src/domain/campaigns/campaign.ts'
import { classicCampaignId } from '../../src/domain/campaigns/classic-campaign-id.ts'
import { DecisionGraph } from '../../src/domain/campaigns/decision-graph.ts'
import { exampleCampaign, exampleTimes } from '../../src/domain/campaigns/example.ts'
import { query } from '../../src/engine/operation.ts'
import { requireDocument } from '../../src/engine/read/documents.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'

/** GET /v2/accounts/{accountId}/campaigns/{campaignId} (CLASSIC-2, CLASSIC-1, CLASSIC-3). */
export const getCampaign = query({
  summary: 'Get the data of a classic campaign',
  params: t.type({ accountId: AccountId, campaignId: IntegerText }),
  reply: fields({
    lastUpdate: t.string,
    assetMap: t.array(AssetMapItem),
    decisionMap: t.array(DecisionMapItem),
    decisionGraph: DecisionGraph,
    defaultURL: t.union([t.string, t.null]),
    campaignName: t.string,
    creationDate: t.string,
    campaignId: t.number,
    status: about(t.literal('ACTIVE'), '`ACTIVE`: the campaign exists; a deleted one is 404.'),
    version: t.number,
  }),
  example: { reply: { campaignId: 1, ...exampleCampaign, ...exampleTimes, status: 'ACTIVE', version: 1 } },
  run: ({ params: { accountId, campaignId } }, { readModels }) =>
    pipe(
      requireDocument(readModels, classicCampaigns, classicCampaignId(accountId, campaignId), noSuchCampaign),
      TE.flatMapEither(({ campaign: { accountId: _, ...record }, lastUpdate, creationDate, revision }) => {
        const times = { lastUpdate, creationDate }
        const decisionGraph = { rulePriority: null, ...record.decisionGraph }
        const { defaultURL = null } = record
        return reply(
          { ...record, defaultURL, decisionGraph, ...times, status: 'ACTIVE' as const, version: revision + 1 },
          revision,
        )
      }),
    )(),
})
