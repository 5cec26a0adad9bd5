import { accounts } from '../../projections/accounts.ts'
import { adServers } from '../../projections/ad-servers.ts'
import type { ConfiguredView } from '../../projections/configured-view.ts'
import type { CampaignContent } from '../campaign-content.ts'
import type { LiveUnit, Snapshot } from '../domain/activation/snapshot.ts'
import type { Creative } from '../domain/creatives/creative.ts'
import type { Account, AdServer, AdUnit } from '../domain/provisioning/aggregates.ts'
import { adTag } from '../domain/tags/tag.ts'
import { trackerUrls } from '../domain/trackers/registry.ts'
import type { Ports } from '../ports/ports.ts'
import { sizeOf } from '../rendering/draw.ts'

type Pair = { readonly creative: Creative; readonly adUnit: AdUnit }

/** The campaign's ad server: the channel's, else its own (decision 29); undefined when it has none. */
const adServerOf = async ({ campaign }: CampaignContent, { readModels }: Ports): Promise<AdServer | undefined> => {
  if (campaign.adServerId === undefined) return undefined
  const account = await readModels.get(accounts, campaign.accountId)
  if (!account) return undefined
  const { orgId } = (JSON.parse(account.json) as ConfiguredView<Account>).value
  const server = await readModels.get(adServers, `${orgId}:${campaign.adServerId}`)
  return server && (JSON.parse(server.json) as ConfiguredView<AdServer>).value
}

/** What an activation freezes (decision 20): every unit that at least one creative can be shown in, with its tag and trackers. */
export const snapshotOf = async (
  content: CampaignContent,
  shown: readonly Pair[],
  trackerTypes: readonly string[],
  ports: Ports,
): Promise<Snapshot> => {
  const { campaign, creatives } = content
  const server = await adServerOf(content, ports)
  const macroStyle = server?.macroStyle ?? 'none'
  const units = campaign.adUnits.flatMap((adUnit): LiveUnit[] => {
    const creativeNames = shown.filter(p => p.adUnit.adUnitId === adUnit.adUnitId).map(p => p.creative.creativeName)
    if (creativeNames.length === 0) return []
    const { accountId, retailCampaignIdx } = campaign
    const place = { accountId, retailCampaignIdx, adUnitId: adUnit.adUnitId }
    const placement = campaign.placements?.find(p => p.adUnitId === adUnit.adUnitId)
    const types = trackerTypes.flatMap(name => ports.trackerTypes.get(name) ?? [])
    const urls = types.map(type =>
      trackerUrls(type, {
        ...place,
        ...(placement ? { siteId: placement.siteId, placementId: placement.placementId } : {}),
      }),
    )
    const impressionTrackers = urls.flatMap(u => u.impression)
    const clickTrackers = urls.flatMap(u => u.click)
    const tag = adTag({
      publicUrl: ports.config.publicUrl,
      ...place,
      ...sizeOf(adUnit.dimension),
      macroStyle,
      impressionTrackers,
    })
    return [{ adUnit, creativeNames, tag, impressionTrackers, clickTrackers }]
  })
  return {
    campaign,
    macroStyle,
    adServerName: server?.name ?? '',
    mediaChannelName: '',
    units,
    creatives: [...creatives.creatives.values()],
  }
}
