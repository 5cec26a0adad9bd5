import type { Asset } from '../domain/assets/asset.ts'
import type { Creative, ProductAsset } from '../domain/creatives/creative.ts'
import {
  creativeWarnings,
  type Needs,
  needsOf,
  type SavedCreative,
  type SentColumn,
  type UnitFacts,
} from '../domain/creatives/creative-warnings.ts'
import { pathsInColumns } from '../domain/creatives/library-paths.ts'
import { mostWarnings, type SaveWarning } from '../domain/creatives/save-warning.ts'
import type { AdUnit } from '../domain/provisioning/aggregates.ts'
import type { RetailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import { contentTypesOf } from '../library/library-files.ts'
import { undecodable } from '../library/undecodable.ts'
import type { Ports } from '../ports/ports.ts'
import { levelOf } from '../ports/store-away.ts'

type WarningPorts = Pick<Ports, 'blobs' | 'composer' | 'config' | 'logger' | 'pictureChecks'>

/** A save that is done. */
export type DoneSave = {
  readonly campaign: RetailCampaign
  /** As it is now; undefined if it was deleted meanwhile. */
  readonly creative: Creative | undefined
  readonly sent: readonly SentColumn[]
  /** The columns of the product that the creative is joined with. */
  readonly productColumns?: readonly string[]
  /** The library files that the sent columns name, by path. */
  readonly files: ReadonlyMap<string, Asset>
  /** The member of the body that columns would be added to. */
  readonly pointer: string
}

const factsOf = async ({ accountId }: RetailCampaign, { htmlSha256 }: AdUnit, { blobs, composer }: WarningPorts) =>
  composer.inspect({ accountId, htmlSha256, html: async () => (await blobs.read(htmlSha256)).toString() })

const ofCampaign = (campaign: RetailCampaign): readonly string[] => {
  const { productImageColumn, brandColumn, rotationWeightColumn, productNameColumn, categoryColumn } = campaign
  const named = [productImageColumn, brandColumn, rotationWeightColumn, productNameColumn, categoryColumn]
  return named.filter(column => column !== undefined)
}

type Asked = { readonly needs: Needs; readonly unreadable: readonly SaveWarning[] }

/** What ad units ask for whose HTML could all be read. Ad units are never changed, and neither is their HTML. */
const known = new WeakMap<readonly AdUnit[], Asked>()

const askedBy = async (campaign: RetailCampaign, ports: WarningPorts): Promise<Asked> => {
  const units: UnitFacts[] = []
  const unreadable: SaveWarning[] = []
  for (const adUnit of campaign.adUnits) {
    const facts = await factsOf(campaign, adUnit, ports)
    const name = `${adUnit.adUnitName} ${adUnit.dimension}`
    if (!('code' in facts)) units.push({ name, facts })
    else unreadable.push({ pointer: '', code: facts.code, detail: `Nothing can be shown in ${name}: ${facts.detail}.` })
  }
  const asked = { needs: needsOf(units), unreadable }
  if (unreadable.length === 0) known.set(campaign.adUnits, asked)
  return asked
}

const found = async (save: DoneSave, creative: Creative, ports: WarningPorts): Promise<readonly SaveWarning[]> => {
  const { campaign, sent, productColumns = [], files, pointer } = save
  const { needs, unreadable } = known.get(campaign.adUnits) ?? (await askedBy(campaign, ports))
  const has = [...creative.columns, ...(creative.productColumns ?? [])].map(({ columnName }) => columnName)
  const { accountId } = campaign
  const paths = pathsInColumns(
    accountId,
    sent.filter(({ columnName }) => needs.addresses.has(columnName)),
  )
  const pictures = new Map([...files].filter(([path]) => paths.includes(path)))
  const saved: SavedCreative = {
    needs,
    sent,
    pointer,
    columns: new Set([...has, ...productColumns]),
    ofCampaign: [...ofCampaign(campaign), ...productColumns],
    library: {
      accountId,
      publicUrl: ports.config.publicUrl,
      contentTypes: contentTypesOf(files),
      undecodable: await undecodable(accountId, pictures, ports),
    },
  }
  return [...unreadable, ...creativeWarnings(saved)].slice(0, mostWarnings)
}

/**
 * What activation would reject or leave empty of a creative that was saved (CREATIVE-20). Never fails, because the save is done:
 * without the HTML of the ad units there are no warnings.
 */
export const warningsOfSave = async (save: DoneSave, ports: WarningPorts): Promise<readonly SaveWarning[]> => {
  if (save.creative === undefined) return []
  try {
    return await found(save, save.creative, ports)
  } catch (err) {
    const { accountId, retailCampaignIdx } = save.campaign
    ports.logger[levelOf(err, 'warn')]({ accountId, retailCampaignIdx, err }, 'a save was answered without warnings')
    return []
  }
}

/** The columns of a member of a body that have a value, with their pointers. */
export const sentColumns = (
  member: string,
  assets: readonly Pick<ProductAsset, 'columnName' | 'columnValue'>[] | undefined = [],
): readonly SentColumn[] =>
  assets.flatMap(({ columnName, columnValue }, i) =>
    columnValue === null ? [] : [{ pointer: `/${member}/${i}`, columnName, columnValue }],
  )

/** The warnings of a save; none of one that an earlier run did, because the campaign may have changed since. */
export const warningsIn = (made: object | { readonly warnings: SaveWarning[] }): SaveWarning[] =>
  'warnings' in made ? made.warnings : []
