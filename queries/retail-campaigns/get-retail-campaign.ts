import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { query } from '../../src/engine/operation.ts'
import { readCampaign, readSettings } from '../../src/lookups/campaign-from-views.ts'
import { CampaignReply, campaignReply } from '../../src/lookups/campaign-record.ts'

/** GET …/retail-campaigns/{retailCampaignIdx} (CAMPAIGN-5). */
export const getRetailCampaign = query({
  summary: 'Get a retail campaign',
  extension: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  reply: CampaignReply,
  // its activation and approval
  showsOthers: true,
  async run({ params: { accountId, retailCampaignIdx } }, ports) {
    const [found, settings] = await Promise.all([
      readCampaign(ports.readModels, accountId, retailCampaignIdx)(),
      readSettings(ports.readModels, accountId),
    ])
    if (E.isLeft(found)) return found
    const view = found.right
    return E.right({ body: await campaignReply(ports, view, settings), revision: view.record.revision })
  },
})
