import * as E from 'fp-ts/lib/Either.js'
import { type Rejection, rejection } from '../shared/decider.ts'
import type { Column, Creative, DynamicAsset } from './creative.ts'
import type { CreativeSaved } from './events.ts'
import { mergedColumns } from './merge-columns.ts'
import { type CreativesState, creativeHash, setHash } from './state.ts'

/** Adds or changes one creative (CREATIVE-5). */
export type SaveCreative = {
  readonly kind: 'SaveCreative'
  readonly creativeName: string
  readonly service?: 'ADD' | 'UPDATE'
  readonly clickthroughUrl?: string
  readonly dspColumns?: Readonly<Record<string, unknown>>
  readonly dynamicAssetsModified?: boolean
  readonly dynamicAssets?: readonly DynamicAsset[]
  readonly applyAllVariants?: readonly string[]
  /** The campaign's; set on every transformation (CREATIVE-5). */
  readonly retailCampaignIdx: number
  readonly dataServiceId: number
  /** Library paths without a file that the columns in the request refer to. */
  readonly missingAssets: readonly string[]
  readonly at: string
}
/** The creative after a save; columns not in the request stay. */
const savedCreative = (
  before: Creative | undefined,
  name: string,
  command: SaveCreative,
  assets: readonly DynamicAsset[],
  nextIdx: () => number,
): Creative => {
  // applyAllVariants applies dynamic assets only: links and DSP columns belong to the named creative
  const own: Partial<SaveCreative> = name === command.creativeName ? command : {}
  const clickthroughUrl = own.clickthroughUrl ?? before?.clickthroughUrl
  const dspColumns = own.dspColumns ?? before?.dspColumns
  const owner = { adIdx: command.retailCampaignIdx, dataServiceId: command.dataServiceId, assetKey: name }
  const columns: readonly Column[] = mergedColumns(before?.columns ?? [], assets, owner, nextIdx)
  return {
    creativeName: name,
    columns: [...columns],
    ...(clickthroughUrl === undefined ? {} : { clickthroughUrl }),
    ...(dspColumns === undefined ? {} : { dspColumns }),
  }
}

const refusal = (command: SaveCreative, state: CreativesState): Rejection | undefined => {
  const exists = state.creatives.has(command.creativeName)
  if (command.service === 'ADD' && exists)
    return rejection(
      'creative-exists',
      `A creative named ${JSON.stringify(command.creativeName)} already exists; use service UPDATE to change it.`,
    )
  if (command.service === 'UPDATE' && !exists)
    return rejection(
      'not-found',
      `There is no creative named ${JSON.stringify(command.creativeName)}; use service ADD to create it.`,
    )
  const unknown = (command.applyAllVariants ?? []).flatMap((name, i) =>
    name === command.creativeName || state.creatives.has(name)
      ? []
      : [
          {
            pointer: `/applyAllVariants/${i}`,
            code: 'unknown-variant',
            detail: `there is no creative named ${JSON.stringify(name)}`,
          },
        ],
  )
  return unknown.length === 0
    ? undefined
    : rejection('invalid-request', 'applyAllVariants names unknown creatives.', { errors: unknown })
}

/** The columns to save per creative: all for the named one and applyAllVariants, those marked applyToAllVariants for the others. */
const targets = (command: SaveCreative, state: CreativesState): ReadonlyMap<string, readonly DynamicAsset[]> => {
  const assets = command.dynamicAssetsModified === false ? [] : (command.dynamicAssets ?? [])
  const everywhere = assets.filter(a => a.applyToAllVariants === true)
  const all = new Map<string, readonly DynamicAsset[]>()
  if (everywhere.length > 0) for (const name of state.creatives.keys()) all.set(name, everywhere)
  for (const name of command.applyAllVariants ?? []) all.set(name, assets)
  return all.set(command.creativeName, assets)
}

const saved = (command: SaveCreative, state: CreativesState): CreativeSaved[] => {
  let lastTransformationIdx = state.lastTransformationIdx
  const hashes = new Map(state.hashes)
  const missingAssets = [...new Set([...state.missingAssets, ...command.missingAssets])].sort()
  const events: CreativeSaved[] = []
  for (const [name, assets] of targets(command, state)) {
    const before = state.creatives.get(name)
    const creative = savedCreative(before, name, command, assets, () => ++lastTransformationIdx)
    const hash = creativeHash(creative)
    if (state.hashes.get(name) === hash) continue
    hashes.set(name, hash)
    events.push({
      type: 'CreativeSaved',
      data: {
        creative,
        added: before === undefined,
        creativesHash: setHash(hashes),
        missingAssets,
        lastTransformationIdx,
        at: command.at,
      },
    })
  }
  return events
}

/** Decides a save: a refusal (CREATIVE-5), or an event for each creative that changes. */
export const saveCreative = (
  command: SaveCreative,
  state: CreativesState,
): E.Either<Rejection, readonly CreativeSaved[]> => {
  const refused = refusal(command, state)
  return refused ? E.left(refused) : E.right(saved(command, state))
}
