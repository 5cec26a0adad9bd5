import { browserAddress } from '../assets/library-address.ts'
import { assetPathsIn } from '../assets/library-paths.ts'
import { binarySize } from '../shared/wording.ts'
import { stillTexts } from '../tags/ad-server-macros.ts'
import { withMacros } from '../tags/html-macros.ts'
import { type PreparedAd, preparedAd } from '../tags/prepared-ad.ts'
import { columnsOf } from '../templates/clean/columns-of.ts'
import { maxDocumentBytes } from './bounded-writer.ts'
import { type ComposeFailure, type ComposeInput, clickUrlColumn, compose, tooLarge } from './compose.ts'
import { htmlFault } from './html-fault.ts'
import { imageColumnsOf, picturesElsewhere, shownPictures } from './named-pictures.ts'
import { type References, referencesIn } from './references.ts'
import { showsSomething } from './shows-something.ts'

/** What a composed ad is made of; `accountId` owns the library. */
export type AdInput = ComposeInput & { readonly accountId: string }

/** A creative in an ad unit: its document, and all that serving and drawing need to know of it. */
export type ComposedAd = PreparedAd & {
  /** Columns that the template uses and the creative lacks. */
  readonly missingColumns: readonly string[]
  /** Those of them that it shows as pictures. */
  readonly missingImages: readonly string[]
  /** The columns that the template uses, if the creative has a value in none of them and the document shows nothing else (`showsSomething`). */
  readonly without?: readonly string[]
  /** How the document is truncated (`htmlFault`). */
  readonly fault?: string
  /** The files of the library that it names. */
  readonly libraryPaths: readonly string[]
  /** Addresses of pictures that it shows in any case, and that may be or were meant to be files of the library (`shownPictures`). */
  readonly pictures: readonly string[]
  /** Pictures on other hosts that it names and shows, as browsers ask for them. Others are counting pixels unless the page shows them. */
  readonly elsewhere: readonly string[]
}

/** Maximum files of the library that one document names. */
const maxLibraryPaths = 500
/** Bytes that each place of the click address counts: a click address has at most as many. */
const clickAddressBytes = 8_192

const tooManyPaths: ComposeFailure = {
  code: 'document-too-costly',
  detail: `the document names more than ${maxLibraryPaths} files of the library; use fewer`,
}
const tooLargeServed: ComposeFailure = {
  code: 'document-too-costly',
  detail: `the document would be larger than ${binarySize(maxDocumentBytes)} with its click addresses, ${binarySize(clickAddressBytes)} each; use {{clickUrl}} less often`,
}

const imagesOf = (template: string, columns: readonly string[]): readonly string[] => {
  const images = imageColumnsOf(referencesIn(template))
  return columns.filter(column => images.has(column))
}

/** The columns of an ad that shows nothing, because it has none of their values; undefined: it shows something, or asks for nothing. */
const withoutContent = (
  { html, columns }: AdInput,
  document: string,
  found: References,
): readonly string[] | undefined => {
  const used = [...columnsOf(html)].filter(column => column !== clickUrlColumn)
  const isFilled = used.some(column => (columns[column] ?? '').trim() !== '')
  return used.length === 0 || isFilled || showsSomething(document, found) ? undefined : used
}

/**
 * Composes a creative in an ad unit and finds out what serving and drawing need. Everything that reads customer HTML as a
 * whole happens here, so that it can run in a thread of its own with a deadline.
 */
export const composedAd = (ad: AdInput): ComposedAd | ComposeFailure => {
  const { accountId, ...input } = ad
  const columns = Object.fromEntries(
    Object.entries(input.columns).map(([name, value]) => [name, browserAddress(accountId, value)]),
  )
  const composed = compose({ ...input, columns })
  if ('code' in composed) return composed
  const { html, missingColumns } = composed
  const prepared = preparedAd(html)
  if (Buffer.byteLength(html) + prepared.clickSlots.length * clickAddressBytes > maxDocumentBytes)
    return prepared.clickSlots.length === 0 ? tooLarge : tooLargeServed
  const libraryPaths = assetPathsIn(accountId, html, maxLibraryPaths + 1)
  if (libraryPaths.length > maxLibraryPaths) return tooManyPaths
  const fault = htmlFault(html)
  const missingImages = missingColumns.length === 0 ? [] : imagesOf(input.html, missingColumns)
  const found = referencesIn(withMacros(html, prepared.macros, stillTexts({})))
  const without = withoutContent(ad, html, found)
  return {
    ...prepared,
    missingColumns,
    missingImages,
    libraryPaths,
    pictures: shownPictures(found),
    elsewhere: picturesElsewhere(found),
    ...(without === undefined ? {} : { without }),
    ...(fault === undefined ? {} : { fault }),
  }
}
