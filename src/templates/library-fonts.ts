import { assets } from '../../projections/assets/assets.ts'
import type { BrandProfile } from '../domain/templates/brand.ts'
import { type FontFile, fontFilesOf, fontTypes } from '../domain/templates/font-files.ts'
import { findDocuments } from '../engine/read/documents.ts'
import type { ReadModels } from '../ports/read-models.ts'

/** Font files of a library that are looked at, at most. */
const mostFonts = 500

/** The font files of the account's library that are fonts of the brand (TEMPLATE-34). */
export const libraryFonts = async (
  accountId: string,
  { fonts }: Pick<BrandProfile, 'fonts'>,
  readModels: Pick<ReadModels, 'find'>,
): Promise<readonly FontFile[]> => {
  const ofAccount = { field: ['accountId'], is: '=', value: accountId } as const
  const isFont = { field: ['contentType'], is: 'in', values: fontTypes } as const
  const query = { where: { all: [ofAccount, isFont] }, sort: { field: ['path'] }, limit: mostFonts } as const
  return fontFilesOf(fonts, await findDocuments(readModels, assets, query))
}
