import { accounts } from '../../../projections/provisioning/accounts.ts'
import { adServers } from '../../../projections/provisioning/ad-servers.ts'
import type { ConfiguredView } from '../../../projections/provisioning/configured-view.ts'
import { makesTags } from '../../domain/activation/channel.ts'
import type { LiveUnit, Snapshot } from '../../domain/activation/snapshot.ts'
import type { Activation } from '../../domain/activation/state.ts'
import type { Creative } from '../../domain/creatives/creative.ts'
import type { MediaChannel } from '../../domain/media-channels/channel.ts'
import { displayTrackers } from '../../domain/media-plans/display-trackers.ts'
import { mediaPlan } from '../../domain/media-plans/media-plan.ts'
import { idOfMediaPlan } from '../../domain/media-plans/media-plan-id.ts'
import type { MediaPlan } from '../../domain/media-plans/plan.ts'
import { idOfAdServer } from '../../domain/provisioning/ad-server-id.ts'
import type { Account, AdServer, AdUnit } from '../../domain/provisioning/aggregates.ts'
import type { RetailCampaign } from '../../domain/retail-campaigns/retail-campaign.ts'
import { adTag } from '../../domain/tags/tag.ts'
import { trackerUrls } from '../../domain/trackers/registry.ts'
import type { Work } from '../../engine/write/execute.ts'
import { channelFromLog } from '../../lookups/campaign-channel.ts'
import type { CampaignContent } from '../../lookups/campaign-from-log.ts'
import type { Ports } from '../../ports/ports.ts'
import { sizeOf } from '../../rendering/draw.ts'

type Pair = { readonly creative: Creative; readonly adUnit: AdUnit }

/** The campaign's ad server: the channel's, else its own (decision 29); undefined when it has none. */
const adServerOf = async (
  { campaign }: CampaignContent,
  channel: MediaChannel | undefined,
  { readModels }: Ports,
): Promise<AdServer | undefined> => {
  const adServerId = channel?.adServerId ?? campaign.adServerId
  if (adServerId === undefined) return undefined
  const account = await readModels.get(accounts, campaign.accountId)
  if (!account) return undefined
  const { orgId } = (JSON.parse(account.json) as ConfiguredView<Account>).value
  const server = await readModels.get(adServers, idOfAdServer(orgId, adServerId))
  return server && (JSON.parse(server.json) as ConfiguredView<AdServer>).value
}

/** What a run is for: its channel as it is now, and the media plan that the campaign names. */
export type Run = {
  readonly activation: Activation
  readonly channel: MediaChannel | undefined
  readonly plan: MediaPlan | undefined
}

/** Looks them up in the log. A channel that was deleted since the run was asked for ends it: its deletion came first. */
export const runOf = async (
  work: Work,
  activation: Activation,
  { accountId, mediaPlanId }: RetailCampaign,
): Promise<Run | { readonly missing: string }> => {
  const idx = activation.channel?.mediaChannelIdx
  const channel = idx === undefined ? undefined : await channelFromLog(work, accountId, idx)
  if (idx !== undefined && (channel === undefined || channel.status === 'Deleted'))
    return { missing: `Media channel ${idx} was deleted; name another one and activate again.` }
  const plan =
    mediaPlanId === undefined ? undefined : (await work.load(mediaPlan, idOfMediaPlan(accountId, mediaPlanId))).state
  return { activation, channel, plan }
}

/** What an activation freezes (decision 20): every unit that at least one creative can be shown in, with its tag and trackers. */
export const snapshotOf = async (
  content: CampaignContent,
  shown: readonly Pair[],
  { activation, channel, plan }: Run,
  ports: Ports,
): Promise<Snapshot> => {
  const { campaign, creatives } = content
  const server = await adServerOf(content, channel, ports)
  const macroStyle = server?.macroStyle ?? 'none'
  const adUnits = makesTags(activation.channel) ? campaign.adUnits : []
  const units = adUnits.flatMap((adUnit): LiveUnit[] => {
    const creativeNames = shown.filter(p => p.adUnit.adUnitId === adUnit.adUnitId).map(p => p.creative.creativeName)
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
    creatives: [...creatives.creatives.values()],
  }
}
