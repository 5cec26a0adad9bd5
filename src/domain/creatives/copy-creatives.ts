import * as E from 'fp-ts/lib/Either.js'
import { maxAppendBytes, tooLargeToAppend } from '../shared/append-limit.ts'
import { type Rejection, rejection } from '../shared/decider.ts'
import { valueBytes } from '../shared/value-bytes.ts'
import type { Column, Creative } from './creative.ts'
import { jsonBytes, leastEventBytes } from './event-bytes.ts'
import type { CreativeSaved } from './events.ts'
import { pathsInCreative } from './library-paths.ts'
import { newlyMissing } from './missing-assets.ts'
import type { CreativesState } from './state.ts'

/**
 * Copies creatives unchanged to a campaign that is a clone: those that it lacks, at most a part of an append's worth. The caller
 * repeats the command until it changes nothing.
 */
export type CopyCreatives = {
  readonly kind: 'CopyCreatives'
  readonly accountId: string
  readonly creatives: readonly Creative[]
  /** Library paths that have no file now. */
  readonly missingAssets: readonly string[]
  readonly retailCampaignIdx: number
  readonly dataServiceId: number
  readonly at: string
}

/** Bytes of one part; small, because a part is decided in one go. */
const partBytes = maxAppendBytes / 4
/** What an event has in the log besides its data: id, type and metadata. */
const metadataBytes = 2_000

/** A creative for the new campaign: its transformations refer to that campaign and its asset source (CREATIVE-5). */
const ownedCopy = (
  original: Creative,
  { retailCampaignIdx, dataServiceId }: Pick<CopyCreatives, 'retailCampaignIdx' | 'dataServiceId'>,
  nextIdx: () => number,
): Creative => {
  const owned = (columns: readonly Column[], owner: object): Column[] =>
    columns.map(column => ({
      ...column,
      adUnitTransformations: column.adUnitTransformations.map(unit => ({
        ...unit,
        transformations: unit.transformations.map(one => ({
          ...one,
          adIdx: retailCampaignIdx,
          ...owner,
          transformationIdx: nextIdx(),
          versionId: 1,
        })),
      })),
    }))
  const { productColumns } = original
  return {
    ...original,
    columns: owned(original.columns, { dataServiceId }),
    // its products stay those of the same feed
    ...(productColumns === undefined ? {} : { productColumns: owned(productColumns, {}) }),
  }
}

/** The library paths without a file that a creative names. */
const missedBy = ({ accountId, missingAssets }: Pick<CopyCreatives, 'accountId' | 'missingAssets'>) => {
  const all = new Set(missingAssets)
  return (creative: Creative): string[] =>
    all.size === 0 ? [] : pathsInCreative(accountId, creative).filter(path => all.has(path))
}

/** A creative of an eighth of an append needs no exact count: as JSON no text grows to eight times its size. */
const surelySmall = maxAppendBytes / 8

const tooManyMissing = rejection(
  'append-too-large',
  'The creatives name missing files of the library with more than 1,000,000 bytes of paths. Upload some of them, then clone the campaign.',
)

/** Whether the event of the clone's creation has room for the missing paths that its creatives name. */
const missingFit = (command: CopyCreatives): boolean => {
  const fits = (paths: readonly string[]) => jsonBytes(paths) + metadataBytes <= maxAppendBytes
  return fits(command.missingAssets) || fits([...new Set(command.creatives.flatMap(missedBy(command)))])
}

/**
 * Whether every creative can be copied: its event, which is a little longer than the original's, must fit into one append, and so must the
 * paths without a file that all of them name.
 */
export const mustFitWhenCopied = (command: CopyCreatives): E.Either<Rejection, void> => {
  if (!missingFit(command)) return E.left(tooManyMissing)
  const missed = missedBy(command)
  const longest = { ...command, retailCampaignIdx: Number.MAX_SAFE_INTEGER, dataServiceId: Number.MAX_SAFE_INTEGER }
  const bytesOf = (original: Creative) =>
    leastEventBytes(
      ownedCopy(original, longest, () => Number.MAX_SAFE_INTEGER),
      missed(original),
    )
  const fits = command.creatives
    .filter(original => valueBytes(original) > surelySmall)
    .every(original => bytesOf(original) + metadataBytes <= maxAppendBytes)
  return fits ? E.right(undefined) : E.left(tooLargeToAppend('more than 1,000,000'))
}

/** The next part of the creatives that the campaign lacks; nothing when it has all. */
export const copyCreatives = (command: CopyCreatives, state: CreativesState): readonly CreativeSaved[] => {
  const missed = missedBy(command)
  let { creatives, lastTransformationIdx, missingAssets: known } = state
  let bytes = 0
  const events: CreativeSaved[] = []
  for (const original of command.creatives) {
    if (creatives.has(original.creativeName)) continue
    const creative = ownedCopy(original, command, () => ++lastTransformationIdx)
    const missing = newlyMissing(known, missed(creative))
    bytes += leastEventBytes(creative, missing)
    if (bytes > partBytes && events.length > 0) break
    creatives = creatives.set(creative.creativeName, creative)
    const { hash: creativesHash } = creatives
    known = known.plus(missing)
    const named = missing.length === 0 ? {} : { missing: [...missing] }
    const data = { creative, added: true, creativesHash, ...named, lastTransformationIdx, at: command.at }
    events.push({ type: 'CreativeSaved', data })
  }
  return events
}
