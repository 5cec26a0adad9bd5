import { endingsToDo } from '../../../projections/activation/endings-to-do.ts'
import { activation } from '../../domain/activation/activation.ts'
import { campaignId } from '../../domain/retail-campaigns/campaign-id.ts'
import { process } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'

/** Ends campaigns whose last day is over (decision 18). Ending twice changes nothing, so nobody needs to claim an item. */
export const endings = process({
  name: 'endings',
  todo: endingsToDo,
  concurrency: 4,
  start: async () => true,
  heartbeat: async () => true,
  async perform({ accountId, retailCampaignIdx }, _claim, work, { clock }) {
    const end = { kind: 'EndCampaign', reason: 'end-date', at: clock.now().toISOString() } as const
    settled(await work.execute(activation, campaignId(accountId, retailCampaignIdx), end))
  },
  release: async () => undefined,
  async fail({ accountId, retailCampaignIdx }, _claim, reason, _work, { logger }) {
    logger.error({ accountId, retailCampaignIdx, reason }, 'a campaign could not be ended at its end date')
  },
})
