import * as E from 'fp-ts/lib/Either.js'
import { assetSource } from '../domain/asset-sources/asset-source.ts'
import { assetSourceId } from '../domain/asset-sources/asset-source-id.ts'
import { servedLoad } from '../domain/asset-sources/asset-source-state.ts'
import { isColumnName } from '../domain/creatives/creative.ts'
import { mediaPlan } from '../domain/media-plans/media-plan.ts'
import { idOfMediaPlan } from '../domain/media-plans/media-plan-id.ts'
import { idOfAdServer } from '../domain/provisioning/ad-server-id.ts'
import { account, adServer } from '../domain/provisioning/aggregates.ts'
import type { RetailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import { someOf } from '../domain/shared/wording.ts'
import { refuse } from '../engine/reply.ts'
import type * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import type { Ports } from '../ports/ports.ts'

type Fault = { readonly pointer: string; readonly code: string; readonly detail: string }
/** What settings refer to: their campaign as it is or will be. */
type Own = Pick<RetailCampaign, 'accountId' | 'assetSourceType' | 'adUnits' | 'productAssetSourceId'>
/** The settings to check: those that are sent and new. */
export type SentSettings = Partial<
  Pick<RetailCampaign, 'adServerId' | 'mediaPlanId' | 'placements' | 'trackerTypes' | 'rotationWeightColumn'>
>
type Log = Pick<Work, 'load'>

const adServerFaults = async (work: Log, { accountId }: Own, id: string | undefined): Promise<readonly Fault[]> => {
  if (id === undefined) return []
  const { value } = (await work.load(account, accountId)).state
  const found = value && (await work.load(adServer, idOfAdServer(value.orgId, id))).state.value
  const detail = 'must name an ad server of the organisation of the account'
  return found ? [] : [{ pointer: '/adServerId', code: 'unknown-ad-server', detail }]
}

const planFaults = async (work: Log, { accountId }: Own, id: number | undefined): Promise<readonly Fault[]> => {
  if (id === undefined || (await work.load(mediaPlan, idOfMediaPlan(accountId, id))).state !== undefined) return []
  return [{ pointer: '/mediaPlanId', code: 'unknown-media-plan', detail: 'must name a media plan of the account' }]
}

const placementFaults = ({ adUnits }: Own, placements: RetailCampaign['placements'] = []): readonly Fault[] => {
  const known = new Set(adUnits.map(unit => unit.adUnitId))
  const detail = 'must be an ad unit of the campaign'
  return placements.flatMap(({ adUnitId }, i) =>
    known.has(adUnitId) ? [] : [{ pointer: `/placements/${i}/adUnitId`, code: 'unknown-ad-unit', detail }],
  )
}

const trackerFaults = (
  { trackerTypes }: Pick<Ports, 'trackerTypes'>,
  sent: readonly string[] = [],
): readonly Fault[] => {
  const detail = `must be one of ${[...trackerTypes.keys()].join(', ')}`
  return sent.flatMap((type, i) =>
    trackerTypes.has(type) ? [] : [{ pointer: `/trackerTypes/${i}`, code: 'unknown-tracker-type', detail }],
  )
}

const mustBeColumnName =
  'must be a name of a column: 1 to 64 letters from A to Z, digits, _, - and blanks, the first a letter or _'

/** A creative may get any column that can be uploaded; one of a product feed has the columns of the feed. */
const rotationFaults = async (work: Log, own: Own, column: string | undefined): Promise<readonly Fault[]> => {
  const { accountId, assetSourceType, productAssetSourceId: id } = own
  if (column === undefined || (assetSourceType !== 'productFeed' && isColumnName(column))) return []
  const source = id === undefined ? undefined : (await work.load(assetSource, assetSourceId(accountId, id))).state
  const columns = source && servedLoad(source)?.set.columns
  // a feed without rows may get any column
  if (assetSourceType !== 'uploadAsset' && (columns === undefined || columns.includes(column))) return []
  const existing = assetSourceType === 'uploadAsset' ? undefined : columns
  const detail = existing === undefined ? mustBeColumnName : `must be a column of the products: ${someOf(existing)}`
  return [{ pointer: '/rotationWeightColumn', code: 'unknown-column', detail }]
}

/** Refuses settings that name what does not exist (CAMPAIGN-13): a campaign with them would go live without what they stand for. */
export const mustNameWhatExists =
  (work: Log, ports: Pick<Ports, 'trackerTypes'>, own: Own, sent: SentSettings): TE.TaskEither<Rejection, void> =>
  async () => {
    const errors = [
      ...(await adServerFaults(work, own, sent.adServerId)),
      ...(await planFaults(work, own, sent.mediaPlanId)),
      ...placementFaults(own, sent.placements),
      ...trackerFaults(ports, sent.trackerTypes),
      ...(await rotationFaults(work, own, sent.rotationWeightColumn)),
    ].slice(0, 100)
    const named = errors.map(({ pointer, detail }) => `${pointer} ${detail}`)
    return errors.length === 0
      ? E.right(undefined)
      : refuse('invalid-request', `The settings name what does not exist: ${named.slice(0, 5).join('; ')}.`, { errors })
  }
