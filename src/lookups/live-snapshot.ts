import { mustDecode } from '../codec/must-decode.ts'
import { LiveUnit, SnapshotHead, type SnapshotTags } from '../domain/activation/snapshot.ts'
import { assetData, Creative } from '../domain/creatives/creative.ts'
import { type JsonPart, jsonParts } from '../domain/shared/json-parts.ts'
import { own } from '../domain/shared/own.ts'
import { weightOf } from '../domain/tags/serving.ts'
import { othersFirst } from '../engine/write/fold.ts'

/** The creatives of a snapshot in their order. */
export type LiveCreatives = {
  readonly names: readonly string[]
  /** In the rotation (TAGS-10). */
  readonly weights: readonly number[]
  /** Parses the creative at a place. */
  at(place: number): Creative
}

/** A snapshot (ACTIVATION-10) as ads are served from it: an ad shows one of its creatives, so their JSON stays as it is stored (ADR 0140). */
export type LiveSnapshot = SnapshotTags & { readonly creatives: LiveCreatives }

/** Bytes that are read before other work runs. */
const atOnce = 65_536

const weightIn = (creative: Creative, column: string | undefined): number =>
  weightOf(column === undefined ? undefined : own(assetData(creative), column))

/** Reads the JSON of a snapshot in parts, between which other work runs. Throws if it is not one. */
export const liveSnapshot = async (json: Buffer): Promise<LiveSnapshot> => {
  const parsed = ({ from, to }: JsonPart): unknown => JSON.parse(json.toString('utf8', from, to))
  const creativeIn = (part: JsonPart): Creative => mustDecode(Creative, parsed(part))
  const members: Record<string, unknown> = {}
  let head: SnapshotHead | undefined
  const units: LiveUnit[] = []
  const parts: JsonPart[] = []
  const names: string[] = []
  const weights: number[] = []
  let read = 0
  for (const part of jsonParts(json)) {
    switch (part.name) {
      case 'units':
        units.push(mustDecode(LiveUnit, parsed(part)))
        break
      case 'creatives': {
        // the members before the lists are the head
        head ??= mustDecode(SnapshotHead, members)
        const creative = creativeIn(part)
        parts.push(part)
        names.push(creative.creativeName)
        weights.push(weightIn(creative, head.campaign.rotationWeightColumn))
        break
      }
      default:
        members[part.name] = parsed(part)
    }
    if (part.to - read < atOnce) continue
    read = part.to
    await othersFirst()
  }
  const creatives = { names, weights, at: (place: number) => creativeIn(parts[place]!) }
  return { ...(head ?? mustDecode(SnapshotHead, members)), units, creatives }
}
