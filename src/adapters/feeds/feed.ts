import type { CsvSeparator, FeedConfig, FeedFormat, Understood } from '../../domain/asset-sources/feed-format.ts'
import type { FeedCandidate, RowFault } from '../../ports/feed-parser.ts'
import type { Cells, ColumnList } from './column-list.ts'
import type { FileText } from './text-of-file.ts'

/** A row. `tooMany`: cells beyond the header, which were left out; `tooFew`: cells that the header has and the row lacks. */
export type FeedRow = {
  readonly cells: Cells
  readonly line?: number
  readonly tooMany?: number
  readonly tooFew?: number
}

/** How the rows of a file were found: by a person's or the configuration's word, as before, or by the file itself. */
export type Found = { readonly by: 'choice' | 'before' | 'file' }

export type Feed = {
  /** The configuration with what was found out. */
  readonly config: FeedConfig
  /** Of its rows; may grow with each of them. */
  readonly columns: ColumnList
  readonly text: FileText
  /** How the file was read. */
  readonly understood: Understood
  /** The ways to find rows that were considered; the chosen one first. */
  readonly candidates: readonly FeedCandidate[]
  /** The rows part by part; each part must be read before the next. */
  rows(): AsyncGenerator<Iterable<FeedRow>>
  /** Rows that could not be read, since the last call. */
  broken(): readonly RowFault[]
  /** What people should know of the file, as far as it was read. */
  warnings(): readonly string[]
  /** What the file looks like, if it is read in another way; a sentence. */
  difference(): string | undefined
}

/** What a feed is opened with. */
export type FeedToOpen = {
  readonly text: FileText
  /** All of the text, and a copy of its beginning, which may be all of it. */
  readonly all: AsyncGenerator<string>
  readonly beginning: string
  readonly isAllOfIt: boolean
  readonly format: FeedFormat
  readonly config: FeedConfig
  readonly understood: Understood
  /** Columns that the source names. */
  readonly named: readonly string[]
  /** The file is only the beginning of the feed. */
  readonly cut: boolean
  /** The protocol confirmed that this is all of the feed. */
  readonly isWhole: boolean
}

/** The candidates with the chosen one first. */
export const chosenFirst = <C extends Omit<FeedCandidate, 'chosen'>>(
  candidates: readonly C[],
  isChosen: (one: C) => boolean,
): readonly FeedCandidate[] => {
  const shown = candidates.map(one => ({ ...one, chosen: isChosen(one) }))
  return [...shown.filter(({ chosen }) => chosen), ...shown.filter(({ chosen }) => !chosen)]
}

const firstOf = (columns: readonly string[]): string =>
  `${columns.slice(0, 5).join(', ')}${columns.length > 5 ? ', …' : ''}`

/** Says that a file looks as if it should be read in another way, and which setting does that. */
export const otherWay = (
  setting: 'csvSeparator' | 'rowXPath',
  used: CsvSeparator | string,
  by: Found['by'],
  best: Omit<FeedCandidate, 'chosen'> | undefined,
): string | undefined => {
  const other = best?.[setting]
  if (best === undefined || other === undefined || other === used || by === 'file') return undefined
  const until = by === 'before' ? `Until now it was read with ${setting} ${used}` : `It is read with ${setting} ${used}`
  return `${until}, but this file looks like ${setting} ${other} (columns ${firstOf(best.columns)}). If that is right, set ${setting} to ${other}.`
}

/** Warns of a file that ends in the middle of a row, as one does whose transfer ended early. */
export const endsEarly = (where: string): string =>
  `The file ends in the middle of a row${where}, so the transfer may have ended early. That row was left out.`
