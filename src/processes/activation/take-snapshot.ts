import { accounts } from '../../../projections/provisioning/accounts.ts'
import { adServers } from '../../../projections/provisioning/ad-servers.ts'
import { makesTags } from '../../domain/activation/channel.ts'
import type { LiveUnit, Snapshot } from '../../domain/activation/snapshot.ts'
import type { RequestedActivation } from '../../domain/activation/state.ts'
import type { Creative } from '../../domain/creatives/creative.ts'
import type { MediaChannel } from '../../domain/media-channels/channel.ts'
import { displayTrackers } from '../../domain/media-plans/display-trackers.ts'
import { mediaPlan } from '../../domain/media-plans/media-plan.ts'
import type { MediaPlan } from '../../domain/media-plans/plan.ts'
import type { AdServer, AdUnit } from '../../domain/provisioning/aggregates.ts'
import type { RetailCampaign } from '../../domain/retail-campaigns/retail-campaign.ts'
import { adTag } from '../../domain/tags/tag.ts'
import { trackerUrls } from '../../domain/trackers/registry.ts'
import { readDocument } from '../../engine/read/documents.ts'
import type { Work } from '../../engine/write/execute.ts'
import { channelFromLog } from '../../lookups/campaign-channel.ts'
import type { ShownContent } from '../../lookups/shown-content.ts'
import type { Ports } from '../../ports/ports.ts'
import { sizeOf } from '../../rendering/draw.ts'

type Pair = { readonly creative: Creative; readonly adUnit: AdUnit }

/** The campaign's ad server: that of the channel, otherwise the campaign's own (TAGS-6); undefined if there is none. */
const adServerOf = async (
  { campaign }: ShownContent,
  channel: MediaChannel | undefined,
  { readModels }: Ports,
): Promise<AdServer | undefined> => {
  const adServerId = channel?.adServerId ?? campaign.adServerId
  if (adServerId === undefined) return undefined
  const account = await readDocument(readModels, accounts, campaign.accountId)
  return account && (await readDocument(readModels, adServers, `${account.value.orgId}:${adServerId}`))?.value
}

/** The subject of a run: its channel in its current state, and the media plan that the campaign names. */
export type Run = {
  readonly activation: RequestedActivation
  readonly channel: MediaChannel | undefined
  readonly plan: MediaPlan | undefined
}

/** Reads channel and plan from the log. A channel that has been deleted or disabled since the request ends the run. */
export const runOf = async (
  work: Work,
  activation: RequestedActivation,
  { accountId, mediaPlanId }: RetailCampaign,
): Promise<Run | { readonly refused: string }> => {
  const idx = activation.channel?.mediaChannelIdx
  const channel = idx === undefined ? undefined : await channelFromLog(work, accountId, idx)
  if (idx !== undefined && (channel === undefined || channel.status === 'Deleted'))
    return { refused: `Media channel ${idx} was deleted. Select another one and activate again.` }
  if (channel?.status === 'Disabled')
    return { refused: `Media channel ${idx} is Disabled. Enable it, and activate again.` }
  const plan = mediaPlanId === undefined ? undefined : (await work.load(mediaPlan, `${accountId}:${mediaPlanId}`)).state
  return { activation, channel, plan }
}

/** The snapshot of an activation (ACTIVATION-10): each ad unit that can show at least one creative, with its tag and trackers. */
export const snapshotOf = async (
  content: ShownContent,
  shown: readonly Pair[],
  { activation, channel, plan }: Run,
  ports: Ports,
): Promise<Snapshot> => {
  const { campaign, creatives } = content
  const server = await adServerOf(content, channel, ports)
  const macroStyle = server?.macroStyle ?? 'none'
  const adUnits = makesTags(activation.channel) ? campaign.adUnits : []
  const byUnit = Map.groupBy(shown, pair => pair.adUnit.adUnitId)
  const units = adUnits.flatMap((adUnit): LiveUnit[] => {
    const creativeNames = (byUnit.get(adUnit.adUnitId) ?? []).map(p => p.creative.creativeName)
    if (creativeNames.length === 0) return []
    const { accountId, retailCampaignIdx } = campaign
    const place = { accountId, retailCampaignIdx, adUnitId: adUnit.adUnitId }
    const placement = campaign.placements?.find(p => p.adUnitId === adUnit.adUnitId)
    const types = activation.trackersSelected.flatMap(name => ports.trackerTypes.get(name) ?? [])
    const urls = types.map(type =>
      trackerUrls(type, {
        ...place,
        ...(placement ? { siteId: placement.siteId, placementId: placement.placementId } : {}),
      }),
    )
    const planned = displayTrackers(plan, placement)
    const impressionTrackers = [...urls.flatMap(u => u.impression), ...(planned?.impressionTrackers ?? [])]
    const viewableTrackers = urls.flatMap(u => u.viewable)
    const clickTrackers = [...(planned?.clickTrackers ?? []), ...urls.flatMap(u => u.click)]
    const tag = adTag({
      publicUrl: ports.config.publicUrl,
      ...place,
      ...sizeOf(adUnit.dimension),
      macroStyle,
      impressionTrackers,
    })
    const ofPlan = planned && {
      placementName: planned.placementName,
      loadTrackers: [...planned.loadTrackers],
      scriptTrackers: [...planned.scriptTrackers],
    }
    const viewable = viewableTrackers.length === 0 ? {} : { viewableTrackers }
    return [{ adUnit, creativeNames, tag, impressionTrackers, clickTrackers, ...viewable, ...ofPlan }]
  })
  return {
    campaign,
    macroStyle,
    adServerName: server?.name ?? '',
    mediaChannelName: channel?.name ?? '',
    units,
    creatives: [...creatives],
  }
}
