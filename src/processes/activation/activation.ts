import { type ActivationToDo, activationsToDo } from '../../../projections/activation/activations-to-do.ts'
import { activation } from '../../domain/activation/activation.ts'
import type { Activation } from '../../domain/activation/state.ts'
import { campaignId } from '../../domain/retail-campaigns/campaign-id.ts'
import { leased } from '../../engine/react/leased.ts'
import { process } from '../../engine/react/process.ts'
import { type GoLive, goLive } from './go-live.ts'

const formats = { png: 'png', gif: 'gif', video: 'mp4', tiff: 'tiff' } as const

const nextActions = (state: Activation): readonly GoLive[] => {
  if (state.status !== 'IN_PROGRESS') return []
  const { assetGenerationType: type } = state
  return [{ do: 'go-live', activation: state, ...(type === undefined ? {} : { assets: formats[type] }) }]
}

/** Activates campaigns: checks, tags and trackers, and the requested assets (ACTIVATION-3, ACTIVATION-4, CAMPAIGN-9). */
export const activationProcess = process({
  name: 'activation',
  todo: activationsToDo,
  concurrency: 2,
  claim: leased(
    activation,
    (item: ActivationToDo) => campaignId(item.accountId, item.retailCampaignIdx),
    state => state.attempts,
  ),
  nextActions,
  perform: goLive,
})
