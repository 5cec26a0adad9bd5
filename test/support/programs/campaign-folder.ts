import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A small campaign for `endcap import`. */
export const smallCampaign = {
  organisation: { orgId: 'org1', name: 'Org', retailer: true },
  adServers: [{ adServerId: 'dsp1', name: 'DSP', type: 'Off-site', macroStyle: 'dsp' }],
  account: { accountId: 'acme', name: 'Acme', orgId: 'org1' },
  retailSettings: { approvers: [], allApproversRequired: false },
  templateCampaign: {
    templateCampaignIdx: 1,
    templateCampaignName: 'Template',
    adUnits: [{ adUnitId: 1, adUnitName: 'Small', dimension: '80x40', htmlFile: 'units/small.html' }],
  },
  assets: [{ path: 'brand/logo one.svg', file: 'logo.svg' }],
  retailCampaign: {
    externalId: 'spring-2026',
    retailCampaignName: 'Spring',
    assetSourceType: 'uploadAsset',
    adServerId: 'dsp1',
  },
  creatives: [
    {
      creativeName: 'one',
      dynamicAssets: [
        { columnName: 'headline', columnValue: 'One' },
        { columnName: 'image', columnValue: 'asset:brand/logo one.svg' },
      ],
    },
    { creativeName: 'two', dynamicAssets: [{ columnName: 'headline', columnValue: 'Two' }] },
  ],
}

export const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'

/** Writes a campaign with its files into a folder. */
export const writeCampaign = async (
  folder: string,
  campaign: unknown = smallCampaign,
  html = '<p>{{headline}}</p>',
): Promise<void> => {
  await mkdir(join(folder, 'units'), { recursive: true })
  await writeFile(join(folder, 'units', 'small.html'), html)
  await writeFile(join(folder, 'logo.svg'), svg)
  await writeFile(join(folder, 'campaign.json'), typeof campaign === 'string' ? campaign : JSON.stringify(campaign))
}
