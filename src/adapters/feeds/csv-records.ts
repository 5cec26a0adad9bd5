import type { CsvSeparator } from '../../domain/asset-sources/feed-format.ts'
import { mostRowBytes } from '../../domain/asset-sources/row-set.ts'
import { nextIn } from './next-in.ts'
import { Unreadable } from './unreadable.ts'

/** A record: its cells, and the line on which it begins, from 1. */
export type CsvRecord = { readonly cells: readonly string[]; readonly line: number }
/** A record that was left out, because of a quote. */
export type BrokenRecord = { readonly line: number; readonly detail: string }

export const separators: Readonly<Record<CsvSeparator, string>> = { comma: ',', tab: '\t', pipe: '|', semicolon: ';' }

const [lineFeed, carriageReturn, quote, blank] = [0x0a, 0x0d, 0x22, 0x20]

/** A cell ends with a separator or with its line; `next` is the place behind that. */
type CellEnd = { readonly end: number; readonly next: number; readonly isLast: boolean }
/** A quoted cell. `more`: its end has not arrived; `open`: it has no end; undefined: its end is not that of a cell. */
type Quoted = { readonly cell: string; readonly end: number } | 'more' | 'open' | undefined
type Taken = { readonly cells: string[]; readonly next: number }
/** A record that cannot be read, which was seen at a place. */
type Broken = { readonly at: number; readonly isOpen: boolean }

const isWholeQuoted = (cell: string): boolean =>
  cell.length >= 2 &&
  cell.startsWith('"') &&
  cell.endsWith('"') &&
  !cell.slice(1, -1).replaceAll('""', '').includes('"')
const unquoted = (cell: string): string => (isWholeQuoted(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell)

/** A cell without the CRs at its end. */
const withoutCr = (cell: string): string => {
  let end = cell.length
  while (end > 0 && cell.charCodeAt(end - 1) === carriageReturn) end--
  return end === cell.length ? cell : cell.slice(0, end)
}

/** What is known of a file after its first record. */
type Known = { readonly width: number; readonly endsWithCr: boolean }

/** Looks for records in the text that has arrived; `ends`: nothing follows. Undefined: what is looked for has not arrived. */
const recordsIn = (text: string, separator: CsvSeparator, ends: boolean, known: () => Known | undefined) => {
  const cut = separators[separator]
  const isTab = separator === 'tab'
  const [nextLf, nextCr, nextQuote] = [nextIn(text, '\n'), nextIn(text, '\r'), nextIn(text, '"')]
  const nextCut = nextIn(text, cut)

  /** Whether a CR alone ends a record with so many cells, which lacks none, because what follows it looks like a record too. */
  const isRecordEnd = (after: number, cells: number, width: number): boolean | undefined => {
    if (cells !== width) return false
    const end = Math.min(nextLf(after), nextCr(after))
    if (end === text.length && !ends) return undefined
    let following = 1
    for (let at = nextCut(after); at < end && following < width; at = nextCut(at + 1)) following++
    return following === width
  }
  /** Where the cell ends that has so many cells before it in its record. */
  const cellEnd = (begin: number, cells: number): CellEnd | undefined => {
    for (let from = begin; ; ) {
      const [split, lf, cr] = [nextCut(from), nextLf(from), nextCr(from)]
      const first = Math.min(split, lf, cr)
      if (first === text.length) return ends ? { end: first, next: first, isLast: true } : undefined
      if (first !== cr) return { end: first, next: first + 1, isLast: first === lf }
      let after = cr + 1
      while (text.charCodeAt(after) === carriageReturn) after++
      if (after === text.length && !ends) return undefined
      if (text.charCodeAt(after) === lineFeed) return { end: cr, next: after + 1, isLast: true }
      const of = known()
      const isEnd =
        of === undefined || of.endsWithCr || after === text.length || isRecordEnd(after, cells + 1, of.width)
      if (isEnd === undefined) return undefined
      if (isEnd) return { end: cr, next: cr + 1, isLast: true }
      from = after
    }
  }
  /** The quoted cell at a place of a record that begins at `record`. */
  const quotedAt = (begin: number, record: number): Quoted => {
    for (let at = begin + 1; ; at += 2) {
      at = text.indexOf('"', at)
      if (at < 0) return !ends && text.length - record <= mostRowBytes ? 'more' : 'open'
      if (text.charCodeAt(at + 1) === quote) continue
      let end = at + 1
      while (text.charCodeAt(end) === blank) end++
      if (end === text.length && !ends) return 'more'
      if (end < text.length && text[end] !== cut && text[end] !== '\n' && text[end] !== '\r') return undefined
      return { cell: text.slice(begin + 1, at).replaceAll('""', '"'), end }
    }
  }
  /** A record cell by cell. `quotes`: whether they are data, may enclose a cell, or must where a cell begins with one. */
  const byCell = (record: number, quotes: 'data' | 'may' | 'must'): Taken | Broken | undefined => {
    const cells: string[] = []
    for (let at = record; ; ) {
      let begin = at
      if (!isTab) while (text.charCodeAt(begin) === blank) begin++
      const isQuoted = quotes !== 'data' && text.charCodeAt(begin) === quote
      const quoted = isQuoted ? quotedAt(begin, record) : undefined
      if (quoted === 'more') return undefined
      if (isQuoted && typeof quoted !== 'object' && quotes === 'must' && begin === at)
        return { at: nextQuote(at + 1), isOpen: quoted === 'open' }
      const from = typeof quoted === 'object' ? quoted.end : at
      const ended = cellEnd(from, cells.length)
      if (ended === undefined) return undefined
      cells.push(typeof quoted === 'object' ? quoted.cell : withoutCr(text.slice(at, ended.end)))
      at = ended.next
      if (ended.isLast) return { cells, next: at }
    }
  }
  /** A record whose quotes are data, which is a line. */
  const asLine = (from: number): Taken | undefined => {
    const [lf, cr] = [nextLf(from), nextCr(from)]
    if (lf < text.length && (lf < cr || lf === cr + 1))
      return { cells: text.slice(from, Math.min(lf, cr)).split(cut), next: lf + 1 }
    return byCell(from, 'data') as Taken | undefined
  }
  /** Whether all lines between two places look like records, so that the quotes around them are not those of one cell. */
  const areRecords = (from: number, until: number): boolean => {
    for (let at = from; at < until; ) {
      const line = asLine(at)
      if (line === undefined || line.cells.length !== known()?.width || line.cells[0] === '') return false
      at = line.next
    }
    return until > from
  }
  /** A record between tabs: a quote counts only if it encloses a whole cell. */
  const tabbed = (from: number): Taken | undefined => {
    const line = asLine(from)
    if (line === undefined) return undefined
    const isOpen = line.cells.some(cell => cell.startsWith('"') && !isWholeQuoted(cell))
    const quoted = isOpen ? byCell(from, 'may') : line
    if (quoted === undefined) return undefined
    const width = known()?.width
    const isCell = isOpen && 'cells' in quoted && (width === undefined || quoted.cells.length === width)
    if (isCell && !(line.cells.length === width && areRecords(line.next, quoted.next))) return quoted
    return { ...line, cells: line.cells.map(unquoted) }
  }
  return {
    /** The record that begins at a place. */
    recordAt(from: number): Taken | Broken | undefined {
      if (nextQuote(from) > nextLf(from) || nextQuote(from) === text.length) return asLine(from)
      return isTab ? tabbed(from) : byCell(from, 'must')
    },
    /** Where the next line begins, quoted or not. */
    lineAfter(from: number): number | undefined {
      const end = known()?.endsWithCr ? Math.min(nextLf(from), nextCr(from)) : nextLf(from)
      return end < text.length ? end + 1 : ends ? end : undefined
    },
    /** The lines between two places. */
    linesIn(from: number, next: number): number {
      const nextEnd = known()?.endsWithCr ? nextCr : nextLf
      let lines = 0
      for (let at = from; nextEnd(at) < next; at = nextEnd(at) + 1) lines++
      return Math.max(1, lines)
    },
  }
}

/**
 * Reads the records of a text with separators that arrives in parts. CRLF, LF and CR end lines, also mixed; a CR alone counts if the first
 * record ends with one, or between records that lack no cell. Where the separator is a tab, a quote counts only if it encloses a
 * whole cell. Elsewhere a cell that begins with a quote must end with one: a record in which it does not is left out, and reading goes on behind
 * its first line. `firstLine`: the number of the line with which the text begins. Throws Unreadable for a line that is longer than a row may be.
 */
export const csvRecords = (separator: CsvSeparator, firstLine = 1) => {
  let text = ''
  let waiting: string[] = []
  let waitingLength = 0
  let line = firstLine
  let known: Known | undefined
  /** Until this place records count only if they have as many cells as the first: they may be the inside of one that was left out. */
  let doubtfulUntil = 0
  const broken: BrokenRecord[] = []

  const take = (ends: boolean): CsvRecord[] => {
    text += waiting.join('')
    waiting = []
    waitingLength = 0
    const { recordAt, lineAfter, linesIn } = recordsIn(text, separator, ends, () => known)
    const records: CsvRecord[] = []
    let from = 0
    while (from < text.length) {
      const taken = recordAt(from)
      const next = taken && ('cells' in taken ? taken.next : lineAfter(from))
      if (taken === undefined || next === undefined) {
        if (text.length - from <= mostRowBytes) break
        throw new Unreadable('malformed-csv', `The row at line ${line} is longer than ${mostRowBytes} bytes.`)
      }
      const isDoubtful = from < doubtfulUntil
      if (!('cells' in taken)) {
        if (!isDoubtful) {
          broken.push({ line, detail: whatIsBroken(taken.isOpen) })
          doubtfulUntil = taken.isOpen ? Math.min(text.length, from + mostRowBytes) : taken.at
        }
      } else {
        known ??= { width: taken.cells.length, endsWithCr: text.charCodeAt(next - 1) === carriageReturn }
        if (!isDoubtful || taken.cells.length === known.width) records.push({ cells: taken.cells, line })
      }
      line += linesIn(from, next)
      from = next
    }
    text = text.slice(from)
    doubtfulUntil = Math.max(0, doubtfulUntil - from)
    return records
  }
  return {
    /** The records that a part completes. */
    write(part: string): CsvRecord[] {
      waiting.push(part)
      waitingLength += part.length
      // what is left of the text is looked at again when as much has arrived: so the cost of a long record does not grow with its square
      return waitingLength < text.length ? [] : take(false)
    },
    /** The last records. `isCut`: the last one has no line end behind it. */
    end(): { readonly records: CsvRecord[]; readonly isCut: boolean } {
      const isCut = !/[\r\n]$/.test(waiting.at(-1) ?? text) && text.length + waitingLength > 0
      return { records: take(true), isCut }
    },
    /** The records that were left out since the last call. */
    broken: (): BrokenRecord[] => broken.splice(0),
  }
}

const whatIsBroken = (isOpen: boolean): string =>
  isOpen
    ? 'has a quoted cell that is not closed, and was left out'
    : 'has text after the closing quote of a cell, and was left out'
