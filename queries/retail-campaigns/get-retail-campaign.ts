import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import type { RetailCampaignView } from '../../projections/retail-campaigns/retail-campaigns.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { type JsonReply, query } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'
import { readCampaign, readSettings } from '../../src/lookups/campaign-from-views.ts'
import { CampaignReply, campaignReply } from '../../src/lookups/campaign-record.ts'
import type { ReadModels } from '../../src/ports/read-models.ts'

/** GET …/retail-campaigns/{retailCampaignIdx} (CAMPAIGN-5). */
export const getRetailCampaign = query({
  summary: 'Get a retail campaign',
  extension: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  reply: CampaignReply,
  run: ({ params: { accountId, retailCampaignIdx } }, { readModels }) =>
    pipe(
      readCampaign(readModels, accountId, retailCampaignIdx),
      TE.flatMapTask(view => () => shown(view, readModels)),
    )(),
})

const shown = async (view: RetailCampaignView, readModels: ReadModels): Promise<JsonReply<CampaignReply>> => {
  const settings = await readSettings(readModels, view.accountId)
  return { body: await campaignReply(readModels, view, settings), revision: view.record.revision }
}
