import type { BrandColor, BrandFont, BrandImage, colorRoles, DesignLayout } from './brand.ts'

export type ColorRole = (typeof colorRoles)[number]

/** A color and how much it was used, in any unit of its source; `hint`: the role that the source names. */
export type ColorFinding = Pick<BrandColor, 'hex' | 'weight'> & { readonly hint?: ColorRole }

/** A font and how much it was used; without `role` where the source does not tell what for. */
export type FontFinding = {
  readonly family: string
  readonly use: number
  readonly role?: BrandFont['role']
  /** 100 to 900. */
  readonly weight: number
  readonly generic?: BrandFont['generic']
}

export type TextKind = 'headline' | 'text' | 'action' | 'badge'
/** A text as its source shows it. */
export type TextFinding = { readonly kind: TextKind; readonly text: string }

/** A picture, and how likely it is the logo: see `logoScore`. */
export type ImageFinding = { readonly image: Omit<BrandImage, 'role'>; readonly logoScore: number }

/** Where a name was found: the name of a site or application, an organisation, the text of a logo, a title, the host of a page, or a document. */
export type NameSource = 'site' | 'application' | 'organisation' | 'logo' | 'title' | 'host' | 'document'
/** A name of the brand, perhaps with other words; `brandName` chooses among them. */
export type NameFinding = { readonly text: string; readonly source: NameSource }

/** What one source says about a brand, before roles are given to it. Lists come in the order of the source. */
export type BrandFindings = {
  readonly names: readonly NameFinding[]
  readonly colors: readonly ColorFinding[]
  readonly fonts: readonly FontFinding[]
  readonly texts: readonly TextFinding[]
  readonly images: readonly ImageFinding[]
  readonly layout?: DesignLayout
  /** Other sizes of the design. */
  readonly artboards?: DesignLayout[]
}

export const nothingFound: BrandFindings = { names: [], colors: [], fonts: [], texts: [], images: [] }
