import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { maxAppendBytes, tooLargeToAppend } from '../shared/append-limit.ts'
import { type Rejection, rejection } from '../shared/decider.ts'
import { outgrown } from './campaign-bytes.ts'
import type { Column, Creative, DynamicAsset, ProductAsset } from './creative.ts'
import { leastEventBytes } from './event-bytes.ts'
import type { CreativeSaved } from './events.ts'
import { pathsRefused } from './library-paths.ts'
import { mergedColumns } from './merge-columns.ts'
import { missingRefused, newlyMissing } from './missing-assets.ts'
import { overriddenColumns } from './overridden-columns.ts'
import type { PartnerDspColumns } from './partner-dsp-columns.ts'
import type { ProductRow } from './product-creative.ts'
import { type CreativesState, creativeHash } from './state.ts'
import { type Target, targetsOf } from './targets.ts'

/** Adds or changes one creative (CREATIVE-5). */
export type SaveCreative = {
  readonly kind: 'SaveCreative'
  readonly accountId: string
  readonly creativeName: string
  readonly service?: 'ADD' | 'UPDATE'
  /** null clears it. */
  readonly clickthroughUrl?: string | null
  /** null clears them. */
  readonly dspColumns?: Readonly<Record<string, unknown>> | null
  readonly dynamicAssetsModified?: boolean
  readonly dynamicAssets?: readonly DynamicAsset[]
  /** Of a hybrid creative: columns of its product that it overrides, and those of a partner's DSP (CREATIVE-12). */
  readonly productAssets?: readonly ProductAsset[]
  /** The products of the creatives that the save names, by the names of these. */
  readonly products?: ReadonlyMap<string, ProductRow>
  /** null clears them. */
  readonly partnerDspColumns?: PartnerDspColumns | null
  /** The asset source of the products; set on the transformations of productAssets. */
  readonly productAssetSourceId?: number
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
  { name, before, assets, productAssets, isNamed }: Target,
  command: SaveCreative,
  nextIdx: () => number,
): Creative => {
  // an asset that is marked applyToAllVariants reaches other creatives alone, without the rest of the save
  const own: Partial<SaveCreative> = isNamed ? command : {}
  const { clickthroughUrl = before?.clickthroughUrl, dspColumns = before?.dspColumns } = own
  const { partnerDspColumns = before?.partnerDspColumns } = own
  const owner = { adIdx: command.retailCampaignIdx, dataServiceId: command.dataServiceId, assetKey: name }
  const columns: readonly Column[] = mergedColumns(before?.columns ?? [], assets, owner, nextIdx)
  const { productAssetSourceId = command.dataServiceId } = command
  const ofProducts = { ...owner, dataServiceId: productAssetSourceId }
  const product = command.products?.get(name)
  const productColumns = overriddenColumns(before?.productColumns ?? [], productAssets, product, ofProducts, nextIdx)
  return {
    creativeName: name,
    columns: [...columns],
    ...(clickthroughUrl ? { clickthroughUrl } : {}),
    ...(dspColumns ? { dspColumns } : {}),
    ...(productColumns.length === 0 ? {} : { productColumns }),
    ...(partnerDspColumns ? { partnerDspColumns } : {}),
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

type Changed = Pick<CreativeSaved['data'], 'creative' | 'added' | 'missing' | 'lastTransformationIdx'>

/**
 * The creatives that a save changes. Their events must fit into one append: bytes are counted as creatives are found, so that a
 * save that is too large is refused before it costs anything else.
 */
const changedBy = (command: SaveCreative, state: CreativesState): E.Either<Rejection, readonly Changed[]> => {
  const changed: Changed[] = []
  const missing = newlyMissing(state.missingAssets, command.missingAssets)
  const tooMany = missingRefused(state.missingAssets, missing)
  if (tooMany) return E.left(tooMany)
  let { lastTransformationIdx } = state
  let bytes = 0
  for (const target of targetsOf(command, state)) {
    const { before, differs } = target
    const creative = savedCreative(target, command, () => ++lastTransformationIdx)
    if (!differs && before !== undefined && creativeHash(before) === creativeHash(creative)) continue
    const over = pathsRefused(command.accountId, before, creative)
    if (over) return E.left(over)
    // those of the request, all in its first event
    const named = changed.length === 0 ? missing : []
    bytes += leastEventBytes(creative, named)
    if (bytes > maxAppendBytes) return E.left(tooLargeToAppend('more than 1,000,000'))
    const missed = named.length === 0 ? {} : { missing: [...named] }
    changed.push({ creative, added: before === undefined, ...missed, lastTransformationIdx })
  }
  return E.right(changed)
}

/** Decides a save: a refusal (CREATIVE-5), or an event for each creative that changes. */
export const saveCreative = (
  command: SaveCreative,
  state: CreativesState,
): E.Either<Rejection, readonly CreativeSaved[]> => {
  const refused = refusal(command, state)
  if (refused) return E.left(refused)
  let { creatives } = state
  return pipe(
    changedBy(command, state),
    E.map(changed =>
      changed.map(({ creative, ...one }): CreativeSaved => {
        creatives = creatives.set(creative.creativeName, creative)
        const data = { creative, ...one, creativesHash: creatives.hash, at: command.at }
        return { type: 'CreativeSaved', data }
      }),
    ),
    E.flatMap(events => {
      const over = outgrown(state.creatives, creatives)
      return over ? E.left(over) : E.right(events)
    }),
  )
}
