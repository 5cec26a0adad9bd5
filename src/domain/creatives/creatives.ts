import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields, integer } from '../../codec.ts'
import { type Aggregate, type Rejection, rejection } from '../decider.ts'
import { digestOf, sameJson, sha256 } from '../shared/digest.ts'
import { At, fact } from '../shared/fact.ts'
import { type Column, Creative, type DynamicAsset } from './creative.ts'
import { mergedColumns } from './merge-columns.ts'

/**
 * A creative has this content now (the whole of it, so that a reader needs no other event). `creativesHash` covers all
 * creatives of the campaign after this fact; `missingAssets` are library paths that any of them names and that held
 * nothing when it was saved.
 */
const CreativeSaved = fact(
  'CreativeSaved',
  fields({
    creative: Creative,
    added: t.boolean,
    creativesHash: t.string,
    missingAssets: t.array(t.string),
    lastTransformationIdx: integer(0),
    at: At,
  }),
)
export type CreativeSaved = t.TypeOf<typeof CreativeSaved>

export type CreativesState = {
  readonly creatives: ReadonlyMap<string, Creative>
  readonly hashes: ReadonlyMap<string, string>
  readonly creativesHash: string
  readonly missingAssets: readonly string[]
  readonly lastTransformationIdx: number
}

export type SaveCreative = {
  readonly kind: 'SaveCreative'
  readonly creativeName: string
  readonly service?: 'ADD' | 'UPDATE'
  readonly clickthroughUrl?: string
  readonly dspColumns?: Readonly<Record<string, unknown>>
  readonly dynamicAssetsModified?: boolean
  readonly dynamicAssets?: readonly DynamicAsset[]
  readonly applyAllVariants?: readonly string[]
  /** The campaign's; set on every transformation (decision 31). */
  readonly retailCampaignIdx: number
  readonly dataServiceId: number
  /** Library paths that the sent columns name and that hold nothing yet. */
  readonly missingAssets: readonly string[]
  readonly at: string
}
/** Takes over creatives as they are, when a campaign is cloned. */
export type CopyCreatives = {
  readonly kind: 'CopyCreatives'
  readonly creatives: readonly Creative[]
  readonly missingAssets: readonly string[]
  readonly retailCampaignIdx: number
  readonly dataServiceId: number
  readonly at: string
}
export type CreativesCommand = SaveCreative | CopyCreatives

/** Hash over all creatives: of each one's hash, in the order of their names. */
const setHash = (hashes: ReadonlyMap<string, string>): string =>
  sha256(
    [...hashes]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, hash]) => `${name}\n${hash}`)
      .join('\n'),
  )

/** The creative after a save; columns that it does not name stay. */
const savedCreative = (
  before: Creative | undefined,
  name: string,
  command: SaveCreative,
  assets: readonly DynamicAsset[],
  nextIdx: () => number,
): Creative => {
  // applyAllVariants hands on dynamic assets only: links and DSP columns belong to the creative that is named
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
      `A creative named ${JSON.stringify(command.creativeName)} exists already; send service UPDATE to change it.`,
    )
  if (command.service === 'UPDATE' && !exists)
    return rejection(
      'not-found',
      `There is no creative named ${JSON.stringify(command.creativeName)}; send service ADD to make it.`,
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
    : rejection('invalid-request', 'applyAllVariants names unknown variants.', { errors: unknown })
}

/** What each creative of a save is sent: the named one and applyAllVariants all columns, every other one those marked applyToAllVariants. */
const targets = (command: SaveCreative, state: CreativesState): ReadonlyMap<string, readonly DynamicAsset[]> => {
  const assets = command.dynamicAssetsModified === false ? [] : (command.dynamicAssets ?? [])
  const everywhere = assets.filter(a => a.applyToAllVariants === true)
  const all = new Map<string, readonly DynamicAsset[]>()
  if (everywhere.length > 0) for (const name of state.creatives.keys()) all.set(name, everywhere)
  for (const name of command.applyAllVariants ?? []) all.set(name, assets)
  return all.set(command.creativeName, assets)
}

const save = (command: SaveCreative, state: CreativesState): CreativeSaved[] => {
  let lastTransformationIdx = state.lastTransformationIdx
  const hashes = new Map(state.hashes)
  const missingAssets = [...new Set([...state.missingAssets, ...command.missingAssets])].sort()
  const events: CreativeSaved[] = []
  for (const [name, assets] of targets(command, state)) {
    const before = state.creatives.get(name)
    const creative = savedCreative(before, name, command, assets, () => ++lastTransformationIdx)
    if (before !== undefined && sameJson(before, creative)) continue
    hashes.set(name, digestOf(creative))
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

/** A creative as the new campaign owns it: its transformations name that campaign and its asset source (decision 31). */
const ownedCopy = (
  original: Creative,
  { retailCampaignIdx, dataServiceId }: CopyCreatives,
  nextIdx: () => number,
): Creative => ({
  ...original,
  columns: original.columns.map(column => ({
    ...column,
    adUnitTransformations: column.adUnitTransformations.map(unit => ({
      ...unit,
      transformations: unit.transformations.map(one => ({
        ...one,
        adIdx: retailCampaignIdx,
        dataServiceId,
        transformationIdx: nextIdx(),
        versionId: 1,
      })),
    })),
  })),
})

const copy = (command: CopyCreatives, state: CreativesState): CreativeSaved[] => {
  if (state.creatives.size > 0) return []
  const hashes = new Map<string, string>()
  const missingAssets = [...command.missingAssets]
  let lastTransformationIdx = state.lastTransformationIdx
  return command.creatives.map(original => {
    const creative = ownedCopy(original, command, () => ++lastTransformationIdx)
    hashes.set(creative.creativeName, digestOf(creative))
    const data = {
      creative,
      added: true,
      creativesHash: setHash(hashes),
      missingAssets,
      lastTransformationIdx,
      at: command.at,
    }
    return { type: 'CreativeSaved', data }
  })
}

/** All creatives of one campaign (design 4): one stream, `creatives-<account>:<retailCampaignIdx>`, so that a save is one append. */
export const creatives: Aggregate<CreativesCommand, CreativesState, CreativeSaved> = {
  category: 'creatives',
  events: CreativeSaved,
  initialState: {
    creatives: new Map(),
    hashes: new Map(),
    creativesHash: '',
    missingAssets: [],
    lastTransformationIdx: 0,
  },
  decide(command, state) {
    if (command.kind === 'CopyCreatives') return E.right(copy(command, state))
    const refused = refusal(command, state)
    return refused ? E.left(refused) : E.right(save(command, state))
  },
  evolve(state, event) {
    const { creative, creativesHash, missingAssets, lastTransformationIdx } = event.data
    return {
      creatives: new Map(state.creatives).set(creative.creativeName, creative),
      hashes: new Map(state.hashes).set(creative.creativeName, digestOf(creative)),
      creativesHash,
      missingAssets,
      lastTransformationIdx,
    }
  },
}
