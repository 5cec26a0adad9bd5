import { creatives } from '../../../src/domain/creatives/creatives.ts'
import { account } from '../../../src/domain/provisioning/aggregates.ts'
import { type RetailCampaign, retailCampaign } from '../../../src/domain/retail-campaigns/retail-campaign.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import { campaign } from '../examples/campaign.ts'
import type { MemoryNodes } from './node.ts'

/** The id of the campaign created by the helpers below. */
export const twelve = 'acme:12'

/** Saves a creative of campaign 12 like the operation. */
export const saveCreative = (nodes: MemoryNodes, creativeName: string, columns: Readonly<Record<string, string>>) =>
  nodes.does(creatives, twelve, {
    kind: 'SaveCreative',
    accountId: 'acme',
    creativeName,
    dynamicAssets: Object.entries(columns).map(([columnName, columnValue]) => ({ columnName, columnValue })),
    retailCampaignIdx: 12,
    dataServiceId: 3,
    missingAssets: [],
    at: nodes.clock.now().toISOString(),
  })

/** Writes campaign 12 of account acme: an ad unit per HTML template, creatives with one headline each. */
export const campaignInLog = async (
  nodes: MemoryNodes,
  templates: readonly string[],
  creativeNames: readonly string[],
  over: Partial<RetailCampaign> = {},
): Promise<void> => {
  const { blobs } = nodes.ports as Pick<Ports, 'blobs'>
  const at = nodes.clock.now().toISOString()
  await nodes.does(account, 'acme', { value: { accountId: 'acme', name: 'Acme', orgId: 'org1' }, at })
  const adUnits = await Promise.all(
    templates.map(async (html, i) => ({
      adUnitId: i + 1,
      adUnitName: `Unit ${i + 1}`,
      dimension: '80x40',
      htmlSha256: (await blobs.put(Buffer.from(html))).sha256,
    })),
  )
  await nodes.does(retailCampaign, twelve, {
    kind: 'CreateRetailCampaign',
    campaign: campaign({ adUnits, ...over }),
    at,
  })
  for (const name of creativeNames) await saveCreative(nodes, name, { headline: name })
}
