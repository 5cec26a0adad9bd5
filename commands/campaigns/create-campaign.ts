import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { campaignBody, classicCampaign } from '../../src/domain/campaigns/campaign.ts'
import { classicCampaignId } from '../../src/domain/campaigns/classic-campaign-id.ts'
import { dataSignals } from '../../src/domain/campaigns/data-signal.ts'
import { faultsOfGraph } from '../../src/domain/campaigns/decision-graph.ts'
import { exampleCampaign } from '../../src/domain/campaigns/example.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import { signalFaults, sourceFaults } from '../../src/lookups/campaign-references.ts'

/** POST /v2/accounts/{accountId}/campaigns/ (4.7, decisions 38, 39): a classic campaign, checked against what it names. */
export const createCampaign = command({
  summary: 'Create a classic campaign',
  params: t.type({ accountId: AccountId }),
  body: fields(campaignBody.required, campaignBody.optional),
  reply: fields({ campaignId: t.string, msg: t.string }),
  newIds: { campaignId: 'classic-campaign' },
  example: {
    body: exampleCampaign,
    reply: { campaignId: '1', msg: 'Campaign 1 was created.' },
  },
  async run({ params: { accountId }, body, newIds }, work, { clock, readModels }) {
    const campaign = { accountId, campaignId: newIds.campaignId, ...body }
    const known = (await work.load(dataSignals, accountId)).state.value?.dataSignals ?? []
    const errors = [
      ...faultsOfGraph(body.decisionGraph).map(fault => ({ ...fault, pointer: `/decisionGraph${fault.pointer}` })),
      ...signalFaults(body, known),
      ...(await sourceFaults(campaign, readModels)),
    ]
    if (errors.length > 0)
      return refuse('invalid-request', 'The campaign names what is not there, or decides nothing; see errors.', {
        errors: errors.slice(0, 100),
      })
    const create = { kind: 'CreateCampaign', campaign, at: clock.now().toISOString() } as const
    const done = await work.execute(classicCampaign, classicCampaignId(accountId, campaign.campaignId), create)
    if (E.isLeft(done)) return done
    const campaignId = String(campaign.campaignId)
    return reply({ campaignId, msg: `Campaign ${campaignId} was created.` }, done.right.revision)
  },
})
