import type { RowFault } from '../../ports/feed-parser.ts'
import { columnList } from './column-list.ts'
import { csvColumnsOf } from './csv-columns.ts'
import { csvLayoutOf } from './csv-layout.ts'
import { type CsvRecord, csvRecords } from './csv-records.ts'
import { chosenFirst, endsEarly, type Feed, type FeedRow, type FeedToOpen, otherWay } from './feed.ts'
import { Unreadable } from './unreadable.ts'

const isBlank = ({ cells }: CsvRecord): boolean => cells.every(cell => cell === '' || cell.trim() === '')

/** A text without its first characters. */
async function* without(characters: number, text: AsyncGenerator<string>): AsyncGenerator<string> {
  let left = characters
  for await (const part of text) {
    if (left < part.length) yield left === 0 ? part : part.slice(left)
    left = Math.max(0, left - part.length)
  }
}

const lineFault = ({ line, detail }: { readonly line: number; readonly detail: string }): RowFault => ({
  ...{ row: 0, line, code: 'malformed-row' },
  detail: `Line ${line} ${detail}`,
})

/** Opens a CSV: its separator and its header are found out unless they are known. Throws Unreadable. */
export const csvFeed = async (opened: FeedToOpen): Promise<Feed> => {
  const { text, format, config, understood, named, cut, isWhole } = opened
  const hasHeader = format.firstRowIsHeader ?? understood.firstRowIsHeader ?? true
  const chosen = format.csvSeparator === 'auto' ? undefined : format.csvSeparator
  const { csvColumns } = config
  const configured = csvColumns === undefined || Array.isArray(csvColumns) ? [] : Object.keys(csvColumns)
  const layout = csvLayoutOf(opened.beginning, opened.isAllOfIt && !cut, {
    separator: chosen ?? understood.csvSeparator,
    hasHeader,
    skipLines: format.skipLines,
    named: [...new Set([...named, ...configured])],
  })
  const reader = csvRecords(layout.separator, layout.line)
  const faults: RowFault[] = []
  const warnings: string[] = []
  let header: CsvRecord | undefined
  let rows = 0

  /** Without a last row that is incomplete: as the file is only a beginning, or its transfer perhaps ended early. */
  const complete = (records: readonly CsvRecord[], isCut: boolean): readonly CsvRecord[] => {
    const last = records.at(-1)
    if (!isCut || last === undefined || header === undefined) return records
    if (cut) return records.slice(0, -1)
    // the only row may well be complete: files of other shops have no line end behind the last one either
    if (isWhole || (rows === 0 && records.length === 1 && last.cells.length >= header.cells.length)) return records
    warnings.push(endsEarly(`, at line ${last.line}`))
    return records.slice(0, -1)
  }
  async function* parts(): AsyncGenerator<readonly CsvRecord[]> {
    for await (const part of without(layout.skip, opened.all)) {
      const records = reader.write(part)
      faults.push(...reader.broken().map(lineFault))
      rows += records.length - (rows === 0 && hasHeader ? 1 : 0)
      yield records.filter(one => !isBlank(one))
    }
    const { records, isCut } = reader.end()
    const broken = reader.broken()
    // the beginning of a feed may end within quotes
    if (!cut) faults.push(...broken.map(lineFault))
    yield complete(records, isCut).filter(one => !isBlank(one))
  }
  const all = parts()
  let part = await all.next()
  while (!part.done && part.value.length === 0) part = await all.next()
  const [first] = part.value ?? []
  if (part.done || first === undefined) throw new Unreadable('empty-feed', 'The feed has no rows.')
  header = first
  const columns = csvColumnsOf(first.cells, hasHeader, config)
  const numbers = [...columns.values()]
  const places = numbers.map((_, at) => at)
  const width = Math.max(first.cells.length, ...numbers)
  /** Cells beyond the header that are not empty. */
  const surplus = (cells: readonly string[]): number => cells.slice(width).filter(cell => cell !== '').length
  const isAll = numbers.length === first.cells.length && numbers.every((at, n) => at === n)
  const rowOf = ({ cells: sent, line }: CsvRecord): FeedRow => {
    const texts = isAll && sent.length === numbers.length ? sent : numbers.map(at => sent[at] ?? '')
    const cells = { places, texts }
    if (!hasHeader || sent.length === width) return { cells, line }
    if (sent.length < first.cells.length) return { cells, line, tooFew: first.cells.length - sent.length }
    const tooMany = surplus(sent)
    return tooMany === 0 ? { cells, line } : { cells, line, tooMany }
  }
  function* rowsOf(records: readonly CsvRecord[]): Generator<FeedRow> {
    for (const record of records) yield rowOf(record)
  }
  const own = part.value
  const by = chosen ? 'choice' : understood.csvSeparator ? 'before' : 'file'
  return {
    config: { ...config, csvColumns: Object.fromEntries(columns) },
    columns: columnList(columns.keys()),
    text,
    get understood() {
      return { characterEncoding: text.encoding(), csvSeparator: layout.separator, firstRowIsHeader: hasHeader }
    },
    candidates: chosenFirst(layout.candidates, ({ csvSeparator }) => csvSeparator === layout.separator),
    async *rows() {
      try {
        yield rowsOf(hasHeader ? own.slice(1) : own)
        for await (const records of all) yield rowsOf(records)
      } finally {
        await all.return(undefined)
      }
    },
    broken: () => faults.splice(0),
    warnings: () => warnings,
    difference: () => otherWay('csvSeparator', layout.separator, by, layout.candidates[0]),
  }
}
