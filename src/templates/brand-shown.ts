import { assetUrlPath } from '../domain/assets/library-address.ts'
import type { BrandProfile } from '../domain/templates/brand.ts'
import type { Workflow } from '../domain/templates/workflow/state.ts'
import type { Blobs } from '../ports/blobs.ts'
import { readBrief } from './stored-brief.ts'

export type ShownBrand = Pick<BrandProfile, 'name' | 'colors' | 'fonts' | 'tone'> & { readonly logoUrl: string | null }

/** The brand of a workflow as pages show it (TEMPLATE-7); undefined before it was read. */
export const brandShown = async (
  { accountId, briefSha256 }: Pick<Workflow, 'accountId' | 'briefSha256'>,
  origin: string,
  blobs: Pick<Blobs, 'read'>,
): Promise<ShownBrand | undefined> => {
  if (briefSha256 === undefined) return undefined
  const { brand, logoPath } = await readBrief(blobs, briefSha256)
  const { name, colors, fonts, tone } = brand
  const logoUrl = logoPath === undefined ? null : `${origin}${assetUrlPath(accountId, logoPath)}`
  return { name, colors, fonts, logoUrl, tone }
}
