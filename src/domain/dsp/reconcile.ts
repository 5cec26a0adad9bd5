import { because } from '../shared/wording.ts'
import type { KnownTag } from './known-tags.ts'

/** A creative that the DSP has, with the hash of its tag as it is there. */
export type FoundCreative = {
  readonly creativeId: string
  readonly tagId: string
  readonly state: 'active' | 'paused' | 'archived' | 'other'
  readonly review: 'pending' | 'approved' | 'rejected'
  readonly tagHash: string
}

/** `creativeId`: the creative that it is about; undefined for a tag that never had one. `isGone`: the DSP does not have that any more. */
export type Difference = {
  readonly tagId: string
  readonly creativeId: string | undefined
  readonly reason: string
  readonly isGone?: true
}

/** What differs between what was recorded and what the DSP has (DSP-27). */
export const differenceKinds = ['missing', 'twins', 'orphans', 'changed', 'rejected'] as const
export type DifferenceKind = (typeof differenceKinds)[number]
export type Differences = Readonly<Record<DifferenceKind, readonly Difference[]>>

type Found = Difference & { readonly kind: DifferenceKind }

/** The creatives of one tag at the DSP, oldest first. */
type Creatives = readonly FoundCreative[]

const gone = 'It is archived or deleted at the DSP.'

const missing = ({ tagId, creative, failure }: KnownTag, present: FoundCreative | undefined): Found[] => {
  if (creative?.state === 'active' && present === undefined)
    return [{ kind: 'missing', tagId, creativeId: creative.creativeId, reason: gone, isGone: true }]
  if (failure === undefined) return []
  const reason = `It was not exported${because(failure.reason)}`
  return [{ kind: 'missing', tagId, creativeId: creative?.creativeId, reason }]
}

const changed = ({ creativeId, tagId, state, tagHash }: FoundCreative, sent: string): Found[] => {
  const change = (reason: string): Found[] => [{ kind: 'changed', tagId, creativeId, reason }]
  if (state === 'paused') return change('It is paused.')
  if (state !== 'active') return change('It is neither active nor paused.')
  return sent === '' || sent === tagHash
    ? []
    : change('It has another tag, name, size or click URL than Endcap has sent.')
}

const rejected = ({ creativeId, tagId, review }: FoundCreative): Found[] =>
  review === 'rejected'
    ? [{ kind: 'rejected', tagId, creativeId, reason: 'The review of the DSP has rejected it.' }]
    : []

/** Of several active creatives the recorded one stays, else the oldest; the others are its twins, and what is recorded nowhere is an orphan. */
const unrecorded = (creatives: Creatives, present: FoundCreative | undefined): Found[] => {
  const others = creatives.filter(one => one !== present)
  const active = others.filter(({ state }) => state === 'active')
  const twins = new Set(present?.state === 'active' ? active : active.slice(1))
  return others.map(one => {
    const { tagId, creativeId } = one
    return twins.has(one)
      ? { kind: 'twins', tagId, creativeId, reason: 'Another active creative has the same tag.' }
      : { kind: 'orphans', tagId, creativeId, reason: 'Endcap has no record of it.' }
  })
}

const differencesOf = (tag: KnownTag, creatives: Creatives): readonly Found[] => {
  const { creative } = tag
  const present =
    creative?.state === 'active' ? creatives.find(({ creativeId }) => creativeId === creative.creativeId) : undefined
  return [
    ...missing(tag, present),
    ...unrecorded(creatives, present),
    ...(present === undefined ? [] : [...changed(present, creative?.tagHash ?? ''), ...rejected(present)]),
  ]
}

/** Compares the tags that are known with the creatives that were found, oldest first. Creatives of tags that nothing is known of are orphans. */
export const reconcile = (known: Iterable<KnownTag>, found: readonly FoundCreative[]): Differences => {
  const ofTags = Map.groupBy(
    found.filter(({ state }) => state !== 'archived'),
    ({ tagId }) => tagId,
  )
  const all: Record<DifferenceKind, Difference[]> = { missing: [], twins: [], orphans: [], changed: [], rejected: [] }
  const add = ({ kind, ...difference }: Found) => void all[kind].push(difference)
  for (const tag of known) {
    for (const difference of differencesOf(tag, ofTags.get(tag.tagId) ?? [])) add(difference)
    ofTags.delete(tag.tagId)
  }
  for (const { tagId, creativeId } of [...ofTags.values()].flat())
    add({ kind: 'orphans', tagId, creativeId, reason: 'Endcap has no record of it.' })
  return all
}
