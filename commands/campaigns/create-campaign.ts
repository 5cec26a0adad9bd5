import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { classicCampaign, sentCampaignBody } from '../../src/domain/campaigns/campaign.ts'
import { classicCampaignId } from '../../src/domain/campaigns/classic-campaign-id.ts'
import { dataSignals } from '../../src/domain/campaigns/data-signal.ts'
import { exampleCampaign } from '../../src/domain/campaigns/example.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import { executed, loaded } from '../../src/engine/write/steps.ts'
import { campaignFaults, type ReferenceFault } from '../../src/lookups/campaign-references.ts'

/** POST /v2/accounts/{accountId}/campaigns/ (CLASSIC-1, CLASSIC-4, CLASSIC-3): creates a classic campaign and checks its references. */
export const createCampaign = command({
  summary: 'Create a classic campaign',
  params: t.type({ accountId: AccountId }),
  body: fields(sentCampaignBody.required, sentCampaignBody.optional),
  reply: fields({ campaignId: t.string, msg: t.string }),
  newIds: { campaignId: 'classic-campaign' },
  example: {
    body: exampleCampaign,
    reply: { campaignId: '1', msg: 'Campaign 1 was created.' },
  },
  run({ params: { accountId }, body, newIds }, work, { clock, readModels }) {
    const campaign = { accountId, ...newIds, ...body }
    const { campaignId } = campaign
    const create = { kind: 'CreateCampaign', campaign, at: clock.now().toISOString() } as const
    const id = classicCampaignId(accountId, campaignId)
    return changeOf(
      classicCampaign,
      id,
      pipe(
        loaded(work, dataSignals, accountId),
        TE.map(({ state }) => state.value?.dataSignals ?? []),
        TE.flatMapTask(signals => () => campaignFaults(campaign, signals, readModels)),
        TE.flatMapEither(faults => (faults.length > 0 ? refuseFaults(faults) : E.right(campaign))),
        TE.flatMap(() => executed(work, classicCampaign, id, create)),
      ),
      done =>
        pipe(
          TE.right(done),
          TE.flatMapEither(({ revision }) =>
            reply({ campaignId: String(campaignId), msg: `Campaign ${campaignId} was created.` }, revision),
          ),
        ),
    )
  },
})

const refuseFaults = (faults: readonly ReferenceFault[]) =>
  refuse(
    'invalid-request',
    'The campaign references unknown items, or its decision graph decides nothing; see `errors`.',
    {
      errors: faults.slice(0, 100),
    },
  )
