import { templateWorkflows } from '../../projections/templates/template-workflows.ts'
import { digestOf } from '../domain/shared/digest.ts'
import { shownPictures } from '../domain/templates/brand.ts'
import type { ReusedFrom } from '../domain/templates/workflow/events.ts'
import type { Workflow } from '../domain/templates/workflow/state.ts'
import { findDocuments } from '../engine/read/documents.ts'
import { BlobMissing } from '../ports/blobs.ts'
import type { BrandReading, BrandSource } from '../ports/brand-reader.ts'
import type { Ports } from '../ports/ports.ts'
import type { TemplateBrief } from '../ports/template-generator.ts'
import { readBrief } from './stored-brief.ts'

/** Raised when brands are read better than before, so that what an older release read is not used again. */
const edition = 1
/** A page may change, so what was read from an address is used again for an hour only. What has the same bytes never changes. */
const freshMs = 3_600_000

type Sources = {
  readonly accountId: string
  readonly retailerId: string
  readonly sources: readonly BrandSource[]
}

/**
 * Identifies what a brand is read from, for one retailer of one account (TEMPLATE-33). It is signed, not only hashed: an address may have a
 * token in it, which nobody may find by trying.
 */
export const brandKey = (secrets: Pick<Ports['secrets'], 'sign'>, sources: Sources): string =>
  secrets.sign('brand-sources', digestOf([edition, sources.accountId, sources.retailerId, sources.sources]))

/** A brand that was read by an earlier workflow, with the warnings of that time. */
export type KnownBrand = BrandReading & { readonly reusedFrom: ReusedFrom }

const newest = async (
  { readModels, clock }: Pick<Ports, 'readModels' | 'clock'>,
  key: string,
  sources: readonly BrandSource[],
): Promise<Workflow | undefined> => {
  const since = sources.some(({ kind }) => kind === 'url') ? clock.now().getTime() - freshMs : 0
  const [found] = await findDocuments(readModels, templateWorkflows, {
    where: {
      all: [
        { field: ['brandRead', 'key'], is: '=', value: key },
        { field: ['brandRead', 'at'], is: '>=', value: new Date(since).toISOString() },
      ],
    },
    sort: { field: ['brandRead', 'at'], descending: true },
    limit: 1,
  })
  return found
}

const briefOf = (blobs: Pick<Ports['blobs'], 'read'>, sha256: string): Promise<TemplateBrief | undefined> =>
  readBrief(blobs, sha256).catch(error => {
    if (error instanceof BlobMissing) return undefined
    throw error
  })

/**
 * The brand that was last read from these sources, if its pictures are still stored; undefined if it is to be read. A read model that lags
 * costs a second reading, nothing else.
 */
export const knownBrand = async (
  ports: Pick<Ports, 'readModels' | 'clock' | 'blobs'>,
  key: string,
  sources: readonly BrandSource[],
): Promise<KnownBrand | undefined> => {
  const found = await newest(ports, key, sources)
  if (found?.briefSha256 === undefined || found.brandRead === undefined) return undefined
  const brief = await briefOf(ports.blobs, found.briefSha256)
  if (brief === undefined) return undefined
  const pictures = await Promise.all(shownPictures(brief.brand).map(({ blob }) => ports.blobs.stat(blob)))
  if (pictures.includes(undefined)) return undefined
  const { requestId, brandRead, brandWarnings } = found
  return { profile: brief.brand, warnings: brandWarnings, reusedFrom: { requestId, readAt: brandRead.at } }
}
