import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import type { RetailCampaignView } from '../../projections/retail-campaigns/retail-campaigns.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { type JsonReply, query } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'
import { type ContentPorts, readCampaign, readSettings } from '../../src/lookups/campaign-from-views.ts'
import { CampaignReply, campaignReply } from '../../src/lookups/campaign-record.ts'

/** GET …/retail-campaigns/{retailCampaignIdx} (CAMPAIGN-5). */
export const getRetailCampaign = query({
  summary: 'Get a retail campaign',
  extension: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  reply: CampaignReply,
  run: ({ params: { accountId, retailCampaignIdx } }, ports) =>
    pipe(
      readCampaign(ports.readModels, accountId, retailCampaignIdx),
      TE.flatMapTask(view => () => shown(view, ports)),
    )(),
})

const shown = async (view: RetailCampaignView, ports: ContentPorts): Promise<JsonReply<CampaignReply>> => {
  const settings = await readSettings(ports.readModels, view.accountId)
  return { body: await campaignReply(ports, view, settings), revision: view.record.revision }
}
