import type { AssetSourceView } from '../../projections/asset-sources/asset-sources.ts'
import { creatives } from '../../projections/creatives/creatives.ts'
import { findSource } from '../asset-sources/find-source.ts'
import { servedLoad } from '../domain/asset-sources/asset-source-state.ts'
import type { Campaign } from '../domain/campaigns/campaign.ts'
import type { DataSignal } from '../domain/campaigns/data-signal.ts'
import { faultsOfGraph, leavesOfGraph } from '../domain/campaigns/decision-graph.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import { findDocuments } from '../engine/read/documents.ts'
import type { ReadModels, Where } from '../ports/read-models.ts'

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
  const has = async (where: Where) => (await findDocuments(readModels, creatives, { where, limit: 1 })).length > 0
  return (await has(rows)) && !(await has({ all: [rows, filled] }))
}

type NamedSource = { readonly id: string; readonly column: string | undefined; readonly pointer: string }

/** Whether a source of any type lacks a column. */
const sourceLacks = async (readModels: ReadModels, view: AssetSourceView, column: string): Promise<boolean> => {
  if ('uploaded' in view)
    return lacksColumn(readModels, campaignId(view.accountId, view.uploaded.retailCampaignIdx), column)
  const load = servedLoad(view.source)
  return load !== undefined && !load.set.columns.includes(column)
}

const sourceFault = async (
  readModels: ReadModels,
  { column, pointer }: NamedSource,
  view: AssetSourceView | undefined,
): Promise<ReferenceFault | undefined> => {
  const fault = (member: string, code: string, detail: string) => ({ pointer: `${pointer}/${member}`, code, detail })
  if (view === undefined)
    return fault('assetSourceId', 'unknown-asset-source', 'is not an asset source of this account')
  if (column !== undefined && (await sourceLacks(readModels, view, column)))
    return fault('assetSourceColumn', 'unknown-column', 'is not a column of this asset source')
  return undefined
}

/** Checks that the asset sources of a campaign exist, and have the columns that it names. */
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
  const sources = new Map<string, AssetSourceView | undefined>()
  for (const id of new Set(named.map(source => source.id)))
    sources.set(id, /^\d{1,15}$/.test(id) ? await findSource(readModels, accountId, Number(id)) : undefined)
  const faults: ReferenceFault[] = []
  for (const source of named) {
    const fault = await sourceFault(readModels, source, sources.get(source.id))
    if (fault) faults.push(fault)
  }
  return faults
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
