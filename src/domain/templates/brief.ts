import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { BrandProfile } from './brand.ts'
import { FontFile } from './font-files.ts'

/** What templates are made from, as it is stored: the JSON of a blob. It is all that later edits need. */
export const StoredBrief = fields(
  {
    accountId: t.string,
    brand: BrandProfile,
    retailerName: t.string,
    inventoryType: t.string,
    /** Paths of the pictures of the layout in the asset library, by the SHA-256 of their blob. */
    picturePaths: t.record(t.string, t.string),
  },
  {
    logoPath: t.string,
    /** Files of the asset library that are fonts of the brand. */
    fontFiles: t.array(FontFile),
  },
)
export type StoredBrief = t.TypeOf<typeof StoredBrief>
