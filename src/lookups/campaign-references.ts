import { creatives } from '../../projections/creatives/creatives.ts'
import { type RetailCampaignView, retailCampaigns } from '../../projections/retail-campaigns/retail-campaigns.ts'
import type { Campaign } from '../domain/campaigns/campaign.ts'
import type { DataSignal } from '../domain/campaigns/data-signal.ts'
import { leavesOfGraph } from '../domain/campaigns/decision-graph.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import type { ReadModels } from '../ports/read-models.ts'

export type ReferenceFault = { readonly pointer: string; readonly code: string; readonly detail: string }
type Reference = {
  readonly pointer: string
  readonly service: string
  readonly property: string
  readonly operator?: string
}

/** What is wrong with a question to a data signal; undefined: the account has such a signal. */
const signalFault = (signals: readonly DataSignal[], asked: Reference): ReferenceFault | undefined => {
  const signal = signals.find(s => s.dataSignalName === asked.service)
  const property = signal?.dataSignalProperties.find(p => p.propertyId === asked.property)
  const fault = (member: string, detail: string) => ({
    pointer: `${asked.pointer}/${member}`,
    code: 'unknown-signal',
    detail,
  })
  if (!signal) return fault('dataSignalService', 'names no data signal of this account')
  if (!property) return fault('dataSignalProperty', `names no property of ${signal.dataSignalName}`)
  if (asked.operator === undefined || property.operators.some(o => o === asked.operator)) return undefined
  return fault('operator', `is none of ${property.propertyName}: ${property.operators.join(', ')}`)
}

/** Whether a campaign asks data signals that the account has, with operators that they take (decision 38). */
export const signalFaults = (
  { decisionMap, decisionGraph }: Pick<Campaign, 'decisionMap' | 'decisionGraph'>,
  signals: readonly DataSignal[],
): readonly ReferenceFault[] =>
  [
    ...decisionMap.map((item, i) => ({
      pointer: `/decisionMap/${i}`,
      service: item.dataSignalService,
      property: item.dataSignalProperty,
    })),
    ...leavesOfGraph(decisionGraph).map(({ leaf, pointer }) => ({
      pointer: `/decisionGraph${pointer}`,
      service: leaf.dataSignalService,
      property: leaf.dataSignalProperty,
      operator: leaf.operator,
    })),
  ].flatMap(asked => signalFault(signals, asked) ?? [])

/** Which columns a source lacks: one without rows yet may get any. */
const lacksColumn = async (readModels: ReadModels, campaignKey: string, column: string): Promise<boolean> => {
  const rows = { field: ['campaignKey'], is: '=', value: campaignKey } as const
  const filled = { field: ['assetData', column], is: '<>', value: null } as const
  const { documents } = await readModels.find(creatives, { where: rows, limit: 1 })
  if (documents.length === 0) return false
  return (await readModels.find(creatives, { where: { all: [rows, filled] }, limit: 1 })).documents.length === 0
}

/** Whether asset sources exist that a campaign names: today the uploaded ones of the account's retail campaigns. */
export const sourceFaults = async (
  { accountId, assetMap, decisionMap }: Pick<Campaign, 'accountId' | 'assetMap' | 'decisionMap'>,
  readModels: ReadModels,
): Promise<readonly ReferenceFault[]> => {
  const named = [
    ...assetMap.map((item, i) => ({
      id: String(item.assetSourceId),
      column: item.assetSourceColumn,
      pointer: `/assetMap/${i}`,
    })),
    ...decisionMap.map((item, i) => ({
      id: String(item.assetSourceId),
      column: undefined,
      pointer: `/decisionMap/${i}`,
    })),
  ]
  const campaigns = new Map<string, string | undefined>()
  const campaignOf = async (id: string): Promise<string | undefined> => {
    if (campaigns.has(id)) return campaigns.get(id)
    const found = await campaignOfSource(readModels, accountId, id)
    campaigns.set(id, found)
    return found
  }
  const faults: ReferenceFault[] = []
  for (const { id, column, pointer } of named) {
    const key = await campaignOf(id)
    if (key === undefined)
      faults.push({
        pointer: `${pointer}/assetSourceId`,
        code: 'unknown-asset-source',
        detail: 'names no asset source of this account',
      })
    else if (column !== undefined && (await lacksColumn(readModels, key, column)))
      faults.push({
        pointer: `${pointer}/assetSourceColumn`,
        code: 'unknown-column',
        detail: 'is no column of this asset source',
      })
  }
  return faults
}

const campaignOfSource = async (readModels: ReadModels, accountId: string, id: string): Promise<string | undefined> => {
  if (!/^\d{1,15}$/.test(id)) return undefined
  const { documents } = await readModels.find(retailCampaigns, {
    where: {
      all: [
        { field: ['accountId'], is: '=', value: accountId },
        { field: ['record', 'campaign', 'dataServiceId'], is: '=', value: Number(id) },
      ],
    },
    limit: 1,
  })
  const [found] = documents
  const view = found && (JSON.parse(found.json) as RetailCampaignView)
  return view?.record.campaign.assetSourceType === 'uploadAsset'
    ? campaignId(accountId, view.retailCampaignIdx)
    : undefined
}
