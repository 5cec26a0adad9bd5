import {
  activeCreative,
  type ExportedCreative,
  type ExportedTag,
  type ExportedTags,
  exportedTag,
} from './exported-tags.ts'

/** A tag with its current hash. */
export type HashedTag = { readonly tagId: string; readonly tagHash: string }
/** A creative to change or archive. */
export type OfCreative = Pick<ExportedTag, 'tagId'> & Pick<ExportedCreative, 'creativeId'>

/** What an export does about each tag that it has not dealt with (DSP-22), in the order of the tags. */
export type ExportPlan<T> = {
  /** Tags without an active creative: new, refused, or archived before. */
  readonly create: readonly T[]
  /** Tags that have changed since their creative was created or updated. */
  readonly update: readonly T[]
  /** Creatives whose ad unit has gone from the campaign. */
  readonly archive: readonly OfCreative[]
  /** Tags whose creative has them already. */
  readonly left: readonly T[]
}

/** Who exports: one run deals with a tag once. */
type Exporter = { readonly dspAdvertiserId: number; readonly run: number }

const ofCreative = (tag: ExportedTag): OfCreative[] => {
  const creative = activeCreative(tag)
  return creative === undefined ? [] : [{ tagId: tag.tagId, creativeId: creative.creativeId }]
}

/** What a run has to do still. Of a run that has not begun: all that it will do. */
export const exportPlan = <T extends HashedTag>(
  tags: readonly T[],
  known: ExportedTags,
  { dspAdvertiserId, run }: Exporter,
): ExportPlan<T> => {
  const knownOf = ({ tagId }: HashedTag) => exportedTag(known, dspAdvertiserId, tagId)
  const hashOf = (tag: HashedTag) => activeCreative(knownOf(tag))?.tagHash
  const open = tags.filter(tag => knownOf(tag)?.settledIn !== run)
  const present = new Set(tags.map(({ tagId }) => tagId))
  const gone = known
    .values()
    .filter(tag => tag.dspAdvertiserId === dspAdvertiserId && !present.has(tag.tagId) && tag.notArchivedIn !== run)
  return {
    create: open.filter(tag => hashOf(tag) === undefined),
    update: open.filter(tag => hashOf(tag) !== undefined && hashOf(tag) !== tag.tagHash),
    archive: [...gone.flatMap(ofCreative)],
    left: open.filter(tag => hashOf(tag) === tag.tagHash),
  }
}

/** Whether there is nothing to do. */
export const isIdle = ({ create, update, archive }: ExportPlan<unknown>): boolean =>
  create.length + update.length + archive.length === 0

/** The active creatives that a run has created, which its cancellation archives (DSP-25). */
export const createdBy = (known: ExportedTags, { dspAdvertiserId, run }: Exporter): readonly OfCreative[] => [
  ...known
    .values()
    .filter(tag => tag.dspAdvertiserId === dspAdvertiserId && tag.notArchivedIn !== run)
    .filter(tag => tag.creative?.createdIn === run)
    .flatMap(ofCreative),
]
