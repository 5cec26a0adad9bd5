import type { NameFinding, TextKind } from '../../../domain/templates/brand-findings.ts'
import type { NoBrandPage } from './page-kind.ts'

/** A picture that a page names; `source`: an address, relative to the page, a `data:` URL, or the markup of an SVG within the page. */
export type PagePicture = {
  readonly source: string
  /** Words around it: file name, alternative text, class. */
  readonly name: string
  readonly isLogo: boolean
  /** The page shows it only in tabs and search results. */
  readonly isIcon: boolean
}
export type TextBlock = { readonly kind: TextKind; readonly text: string }

/** What a page says, before its styles are read. Every list is bounded. */
export type Page = {
  /** What stands here instead of the page of a brand; it has no names and texts then. */
  readonly instead?: NoBrandPage
  readonly names: readonly NameFinding[]
  readonly themeColor?: string
  readonly base?: string
  readonly styleSheets: readonly string[]
  readonly styles: readonly string[]
  /** CSS of `style` attributes, by how often it occurs, with the tag. */
  readonly inlineStyles: ReadonlyMap<string, number>
  readonly pictures: readonly PagePicture[]
  readonly texts: readonly TextBlock[]
  /** How many elements have a tag (`a`), class (`.btn`) or id (`#top`). */
  readonly counts: ReadonlyMap<string, number>
}
