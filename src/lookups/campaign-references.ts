import { creatives } from '../../projections/creatives/creatives.ts'
import { retailCampaigns } from '../../projections/retail-campaigns/retail-campaigns.ts'
import type { Campaign } from '../domain/campaigns/campaign.ts'
import type { DataSignal } from '../domain/campaigns/data-signal.ts'
import { faultsOfGraph, leavesOfGraph } from '../domain/campaigns/decision-graph.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import { findDocuments } from '../engine/read/documents.ts'
import type { ReadModels } from '../ports/read-models.ts'

export type ReferenceFault = { readonly pointer: string; readonly code: string; readonly detail: string }
type Reference = {
  readonly pointer: string
  readonly service: string
  readonly property: string
  readonly operator?: string
}

/** The error in a reference to a data signal; undefined if the account has such a signal. */
const signalFault = (signals: readonly DataSignal[], reference: Reference): ReferenceFault | undefined => {
  const signal = signals.find(s => s.dataSignalName === reference.service)
  const property = signal?.dataSignalProperties.find(p => p.propertyId === reference.property)
  const fault = (member: string, detail: string) => ({
    pointer: `${reference.pointer}/${member}`,
    code: 'unknown-signal',
    detail,
  })
  if (!signal) return fault('dataSignalService', 'names no data signal of this account')
  if (!property) return fault('dataSignalProperty', `names no property of ${signal.dataSignalName}`)
  if (reference.operator === undefined || property.operators.some(o => o === reference.operator)) return undefined
  return fault('operator', `is none of ${property.propertyName}: ${property.operators.join(', ')}`)
}

/** Checks that the data signals of a campaign exist on the account and accept its operators (CLASSIC-6). */
const signalFaults = (
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
  ].flatMap(reference => signalFault(signals, reference) ?? [])

/** Whether a source lacks a column. A source without rows may still get any column. */
const lacksColumn = async (readModels: ReadModels, campaignKey: string, column: string): Promise<boolean> => {
  const rows = { field: ['campaignKey'], is: '=', value: campaignKey } as const
  const filled = { field: ['assetData', column], is: '<>', value: null } as const
  const { documents } = await readModels.find(creatives, { where: rows, limit: 1 })
  if (documents.length === 0) return false
  return (await readModels.find(creatives, { where: { all: [rows, filled] }, limit: 1 })).documents.length === 0
}

type NamedSource = { readonly id: string; readonly column: string | undefined; readonly pointer: string }

const sourceFault = async (
  readModels: ReadModels,
  { column, pointer }: NamedSource,
  key: string | undefined,
): Promise<ReferenceFault | undefined> => {
  const fault = (member: string, code: string, detail: string) => ({ pointer: `${pointer}/${member}`, code, detail })
  if (key === undefined) return fault('assetSourceId', 'unknown-asset-source', 'is not an asset source of this account')
  if (column !== undefined && (await lacksColumn(readModels, key, column)))
    return fault('assetSourceColumn', 'unknown-column', 'is not a column of this asset source')
  return undefined
}

/** Checks that the asset sources of a campaign exist: currently the uploaded ones of the account's retail campaigns. */
const sourceFaults = async (
  { accountId, assetMap, decisionMap }: Pick<Campaign, 'accountId' | 'assetMap' | 'decisionMap'>,
  readModels: ReadModels,
): Promise<readonly ReferenceFault[]> => {
  const named: readonly NamedSource[] = [
    ...assetMap.map((a, i) => ({
      id: String(a.assetSourceId),
      column: a.assetSourceColumn,
      pointer: `/assetMap/${i}`,
    })),
    ...decisionMap.map((d, i) => ({ id: String(d.assetSourceId), column: undefined, pointer: `/decisionMap/${i}` })),
  ]
  const campaigns = new Map<string, string | undefined>()
  for (const id of new Set(named.map(source => source.id)))
    campaigns.set(id, await campaignOfSource(readModels, accountId, id))
  const faults: ReferenceFault[] = []
  for (const source of named) {
    const fault = await sourceFault(readModels, source, campaigns.get(source.id))
    if (fault) faults.push(fault)
  }
  return faults
}

const campaignOfSource = async (readModels: ReadModels, accountId: string, id: string): Promise<string | undefined> => {
  if (!/^\d{1,15}$/.test(id)) return undefined
  const [view] = await findDocuments(readModels, retailCampaigns, {
    where: {
      all: [
        { field: ['accountId'], is: '=', value: accountId },
        { field: ['record', 'campaign', 'dataServiceId'], is: '=', value: Number(id) },
      ],
    },
    limit: 1,
  })
  return view?.record.campaign.assetSourceType === 'uploadAsset'
    ? campaignId(accountId, view.retailCampaignIdx)
    : undefined
}

/** All errors of a new campaign: in its graph, its data signals and its asset sources. */
export const campaignFaults = async (
  campaign: Campaign,
  signals: readonly DataSignal[],
  readModels: ReadModels,
): Promise<readonly ReferenceFault[]> => [
  ...faultsOfGraph(campaign.decisionGraph).map(f => ({ ...f, pointer: `/decisionGraph${f.pointer}` })),
  ...signalFaults(campaign, signals),
  ...(await sourceFaults(campaign, readModels)),
]
