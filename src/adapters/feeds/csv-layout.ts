import type { CsvSeparator } from '../../domain/asset-sources/feed-format.ts'
import type { FeedCandidate } from '../../ports/feed-parser.ts'
import { byRank } from './by-rank.ts'
import { headerNames } from './csv-columns.ts'
import { type CsvRecord, csvRecords, separators } from './csv-records.ts'
import { nextIn } from './next-in.ts'

/** What is known of a CSV before it is looked at. */
export type CsvOptions = {
  /** Chosen by a person or kept from before; undefined: decided by the records. */
  readonly separator?: CsvSeparator | undefined
  readonly hasHeader: boolean
  /** Lines to skip; undefined: those before the header that are comments, blank, or name the separator. */
  readonly skipLines?: number | undefined
  /** Columns that the header should have. */
  readonly named: readonly string[]
}

export type CsvLayout = {
  readonly separator: CsvSeparator
  /** Characters before the first record, and its line. */
  readonly skip: number
  readonly line: number
  /** The separators that divide the header into columns, the best first. */
  readonly candidates: readonly Omit<FeedCandidate, 'chosen'>[]
}

/** Records that a decision looks at. */
const mostRecords = 300
/** The part of the records that must have as many cells as the header. */
const nearlyAll = 0.9

type Line = { readonly text: string; readonly begin: number; readonly next: number }

function* linesOf(text: string): Generator<Line> {
  const [nextLf, nextCr] = [nextIn(text, '\n'), nextIn(text, '\r')]
  for (let begin = 0; begin < text.length; ) {
    const end = Math.min(nextLf(begin), nextCr(begin))
    const next = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
    yield { text: text.slice(begin, end), begin, next }
    begin = next
  }
}

const namedSeparator = (line: string): CsvSeparator | undefined => {
  const sent = /^"?sep=(.)"?[;,\t| ]*$/i.exec(line)?.[1]
  return (Object.keys(separators) as CsvSeparator[]).find(name => separators[name] === sent)
}

/** The records at the beginning of a text, without the last one if that may be cut off. */
const firstRecords = (text: string, isWhole: boolean, separator: CsvSeparator): readonly CsvRecord[] => {
  const reader = csvRecords(separator)
  const records = reader.write(text)
  if (isWhole) records.push(...reader.end().records)
  return records.filter(({ cells }) => cells.some(cell => cell.trim() !== '')).slice(0, mostRecords)
}

/** The most frequent number of cells. */
const usualWidth = (records: readonly CsvRecord[]): number => {
  const counts = new Map<number, number>()
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 1
}

const isBalanced = (cell: string): boolean => cell.split(/[([]/).length === cell.split(/[)\]]/).length

/** What speaks for a separator, from the strongest on; the larger value wins. */
const evidenceFor = (separator: CsvSeparator, records: readonly CsvRecord[], { hasHeader, named }: CsvOptions) => {
  const [first] = records
  const header = first?.cells ?? []
  const names = hasHeader ? headerNames(header) : []
  const width = hasHeader ? header.length : usualWidth(records)
  const rows = hasHeader ? records.slice(1) : records
  const fitting = rows.filter(({ cells }) => cells.length === width).length
  const fit = rows.length === 0 ? 1 : fitting / rows.length
  const found = named.filter(name => names.includes(name)).length
  const isConsistent = fit >= nearlyAll
  return {
    separator,
    names: hasHeader ? names : Array.from({ length: width }, (_, at) => `column_${at + 1}`),
    rows: rows.length,
    isCandidate: width > 1,
    evidence: [
      found,
      Number(isConsistent),
      Number(header.every(isBalanced)),
      // a tab in the text of a cell is rare, and so are cells that all have one
      Number(separator === 'tab' && isConsistent),
      width,
      -header.filter(cell => cell !== cell.trim()).length,
      fit,
    ],
  }
}

/** The separators in the order in which they win when nothing tells them apart: commas are the likeliest to be text. */
const inOrder = ['tab', 'semicolon', 'pipe', 'comma'] as const

const decided = (text: string, isWhole: boolean, options: CsvOptions): readonly ReturnType<typeof evidenceFor>[] =>
  inOrder
    .map(separator => evidenceFor(separator, firstRecords(text, isWhole, separator), options))
    .filter(({ isCandidate }) => isCandidate)
    .sort((a, b) => byRank(a.evidence, b.evidence))

/** Whether a line that begins like a comment is the header: it has the named columns, or as many cells as the data behind it. */
const isHeader = (line: Line, text: string, isWhole: boolean, options: CsvOptions): boolean => {
  const [best] = decided(text.slice(line.begin), isWhole, options)
  if (best === undefined) return options.named.some(name => name === line.text.trim())
  const [found = 0, isConsistent] = best.evidence
  if (options.named.length > 0 && found > 0) return true
  if (options.named.length > 0 || isConsistent === 0) return false
  // the line behind a comment is a header, which has no numbers or addresses
  const [, second] = firstRecords(text.slice(line.begin), isWhole, best.separator)
  return second?.cells.some(cell => /^\d|:\/\//.test(cell.trim())) ?? true
}

/** What a line before the header is for. */
type Kind = 'blank' | 'separator' | 'comment' | 'record'
const kindOf = ({ text }: Line, { hasHeader }: CsvOptions): Kind => {
  if (text.trim() === '') return 'blank'
  if (namedSeparator(text) !== undefined) return 'separator'
  return hasHeader && /^(?:#|\/\/)/.test(text) ? 'comment' : 'record'
}

/** Where the first record begins: behind the lines to skip; by default those that are blank, name the separator, or are comments. */
const beginningOf = (text: string, isWhole: boolean, options: CsvOptions) => {
  const { skipLines = 0 } = options
  const comments: (Line & { readonly line: number })[] = []
  let at = { begin: 0, line: 1 }
  let separator: CsvSeparator | undefined
  for (const one of linesOf(text)) {
    const kind = kindOf(one, options)
    if (kind === 'separator') separator ??= namedSeparator(one.text)
    if (kind === 'comment' && at.line > skipLines) comments.push({ ...one, line: at.line })
    if (at.line > skipLines && (kind === 'record' || (kind === 'comment' && options.skipLines !== undefined))) break
    at = { begin: Math.min(text.length, one.next), line: at.line + 1 }
  }
  // a header may begin like a comment: then it is the first of such lines, or the one before the data
  const header = [comments[0], comments.at(-1)].find(line => line && isHeader(line, text, isWhole, options))
  return { ...(header ? { begin: header.begin, line: header.line } : at), separator }
}

/** How a CSV is laid out that begins with a text; `isWhole`: the text is all of it. */
export const csvLayoutOf = (text: string, isWhole: boolean, options: CsvOptions): CsvLayout => {
  const { begin: skip, line, separator } = beginningOf(text, isWhole, options)
  const records = text.slice(skip)
  const ranked = decided(records, isWhole, options)
  const chosen = options.separator ?? separator ?? ranked[0]?.separator ?? 'comma'
  const candidates = ranked.map(({ separator: csvSeparator, names, rows }) => ({ csvSeparator, columns: names, rows }))
  return { separator: chosen, skip, line, candidates }
}
