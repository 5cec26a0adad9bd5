import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { findSource } from '../asset-sources/find-source.ts'
import type { MotionColumn } from '../domain/asset-sources/motion-events.ts'
import type { MotionFault } from '../domain/asset-sources/motion-faults.ts'
import { type Campaign, classicCampaign } from '../domain/campaigns/campaign.ts'
import { classicCampaignId } from '../domain/campaigns/classic-campaign-id.ts'
import type { AdUnit } from '../domain/provisioning/aggregates.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import { type RetailCampaign, retailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import { someOf } from '../domain/shared/wording.ts'
import { refuse } from '../engine/reply.ts'
import type * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import type { Ports } from '../ports/ports.ts'
import { type MapEntry, motionColumns } from './motion-body.ts'

type Entry = t.TypeOf<typeof MapEntry>
type Sent = { readonly campaignId: string; readonly assetSourceMap: readonly Entry[] }
type NamedPorts = Pick<Ports, 'blobs' | 'composer' | 'readModels'>
/** The retail campaign whose ads are rendered, and the ad unit of each column. */
type NamedFilms = { readonly retailCampaignIdx: number; readonly columns: readonly MotionColumn[] }

/** Whether the HTML of an ad unit shows a column. */
const shows = async (
  { blobs, composer }: NamedPorts,
  accountId: string,
  { htmlSha256 }: AdUnit,
  column: string,
): Promise<boolean> => {
  const html = async () => (await blobs.read(htmlSha256)).toString()
  const facts = await composer.inspect({ accountId, htmlSha256, html })
  return !('code' in facts) && [facts.columns, facts.optional, facts.images].some(names => names.includes(column))
}

/** The ad unit that an asset of a classic campaign leads to: its source is uploaded to a retail campaign, of which one ad unit shows its column. */
const leadsTo = async (
  work: Pick<Work, 'load'>,
  ports: NamedPorts,
  { accountId, assetMap }: Campaign,
  { assetId }: Entry,
): Promise<{ readonly retailCampaignIdx: number; readonly adUnitId: number } | Omit<MotionFault, 'pointer'>> => {
  const item = assetMap.find(one => one.assetId === assetId)
  if (item === undefined) {
    const known = someOf(assetMap.map(one => one.assetId))
    return {
      code: 'unknown-asset',
      detail: `must be an asset of the campaign's assetMap, which has ${known || 'none'}`,
    }
  }
  const { assetSourceId, assetSourceColumn } = item
  const view = await findSource(ports.readModels, accountId, Number(assetSourceId))
  if (view === undefined || !('uploaded' in view))
    return {
      code: 'no-ad-unit',
      detail: `leads to asset source ${assetSourceId}, which is not the uploaded source of a retail campaign: there is no ad to render`,
    }
  const { retailCampaignIdx } = view.uploaded
  const { state } = await work.load(retailCampaign, campaignId(accountId, retailCampaignIdx))
  const showing: number[] = []
  for (const adUnit of state?.adUnits ?? [])
    if (await shows(ports, accountId, adUnit, assetSourceColumn)) showing.push(adUnit.adUnitId)
  const [adUnitId, ...others] = showing
  const column = `leads to the column "${assetSourceColumn}"`
  if (adUnitId === undefined)
    return { code: 'no-ad-unit', detail: `${column}, which no ad unit of retail campaign ${retailCampaignIdx} shows` }
  if (others.length === 0) return { retailCampaignIdx, adUnitId }
  return {
    code: 'ambiguous',
    detail: `${column}, which the ad units ${someOf(showing.map(String))} show; send campaignId ${retailCampaignIdx} and one of them`,
  }
}

const ofClassic = async (
  work: Pick<Work, 'load'>,
  ports: NamedPorts,
  campaign: Campaign,
  entries: readonly Entry[],
): Promise<E.Either<Rejection, NamedFilms>> => {
  const columns: MotionColumn[] = []
  const errors: MotionFault[] = []
  let idx: number | undefined
  for (const [at, entry] of entries.entries()) {
    const pointer = `/assetSourceMap/${at}/assetId`
    const found = await leadsTo(work, ports, campaign, entry)
    if ('code' in found) {
      errors.push({ pointer, ...found })
      continue
    }
    idx ??= found.retailCampaignIdx
    columns.push({ adUnitId: found.adUnitId, column: entry.assetSourceColumn })
    if (found.retailCampaignIdx !== idx)
      errors.push({ pointer, code: 'other-campaign', detail: `must lead to retail campaign ${idx}, as the first one` })
  }
  const [first] = errors
  if (first === undefined && idx !== undefined) return E.right({ retailCampaignIdx: idx, columns })
  return refuse('invalid-request', `${first?.pointer} ${first?.detail}.`, { errors })
}

const isUnitOf =
  ({ adUnits }: RetailCampaign) =>
  ({ assetId }: Entry): boolean =>
    adUnits.some(({ adUnitId }) => String(adUnitId) === assetId)

/**
 * What a request names (SOURCE-10): ad units of a retail campaign, or assets of a classic one, which lead to such ad units. Of two campaigns
 * with the same number it is the retail one, unless the classic one has more of these ids. What a retail campaign lacks is refused later.
 */
export const namedFilms =
  (
    work: Pick<Work, 'load'>,
    ports: NamedPorts,
    accountId: string,
    { campaignId: sent, assetSourceMap: entries }: Sent,
  ): TE.TaskEither<Rejection, NamedFilms> =>
  async () => {
    const idx = Number(sent)
    const [{ state: retail }, { state: classic }] = await Promise.all([
      work.load(retailCampaign, campaignId(accountId, idx)),
      work.load(classicCampaign, classicCampaignId(accountId, idx)),
    ])
    const ofRetail = E.right({ retailCampaignIdx: idx, columns: motionColumns(entries) })
    if (classic.status !== 'live') return ofRetail
    const { campaign } = classic
    const isAsset = ({ assetId }: Entry) => campaign.assetMap.some(one => one.assetId === assetId)
    const isClassic = retail === undefined || entries.filter(isAsset).length > entries.filter(isUnitOf(retail)).length
    return isClassic ? ofClassic(work, ports, campaign, entries) : ofRetail
  }
