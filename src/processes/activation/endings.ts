import { type EndingToDo, endingsToDo } from '../../../projections/activation/endings-to-do.ts'
import { activation } from '../../domain/activation/activation.ts'
import { overReason } from '../../domain/activation/over.ts'
import { campaignId } from '../../domain/retail-campaigns/campaign-id.ts'
import { retailCampaign } from '../../domain/retail-campaigns/retail-campaign.ts'
import { unleased } from '../../engine/react/leased.ts'
import { process } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import { timeOf } from '../../ports/clock.ts'

export type EndingAction = { readonly do: 'end-campaign'; readonly id: string }

const nextActions = ({ accountId, retailCampaignIdx }: EndingToDo): readonly EndingAction[] => [
  { do: 'end-campaign', id: campaignId(accountId, retailCampaignIdx) },
]

/** Milliseconds to wait for a list that lags, before the next look at it. */
const catchUpMs = 2_000

/** Ends campaigns after their last day (ACTIVATION-11). */
export const endings = process({
  name: 'endings',
  todo: endingsToDo,
  concurrency: 4,
  claim: unleased<EndingToDo>({
    onFail: ({ item: { accountId, retailCampaignIdx }, ports }, reason) =>
      ports.logger.error({ accountId, retailCampaignIdx, reason }, 'a campaign could not be ended at its end date'),
  }),
  nextActions,
  async perform({ id }, { work, ports }) {
    const { state } = await work.load(retailCampaign, id)
    // the date was moved, which the list does not show yet; an end would be final
    if (overReason(state?.endDate, timeOf(ports)) === undefined)
      return void (await ports.readModels.waitFor(await ports.log.head(), catchUpMs))
    settled(await work.execute(activation, id, { kind: 'EndCampaign', reason: 'end-date', at: timeOf(ports) }))
  },
})
