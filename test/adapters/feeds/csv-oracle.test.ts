import { stringify } from 'csv-stringify/sync'
import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { closeFeeds, type Feeds, openFeeds } from '../../support/feeds/feeds.ts'
import { parsed } from '../../support/feeds/variants.ts'

const test = suite<Feeds>('CSV that another program writes')
test.before(async context => void Object.assign(context, await openFeeds()))
test.after(closeFeeds)

const separators = { comma: ',', tab: '\t', pipe: '|', semicolon: ';' } as const
const Separator = fc.constantFrom(...(Object.keys(separators) as (keyof typeof separators)[]))
/** Cells full of what could be taken for their end; they neither begin nor end with blanks, and hold a letter. */
const Cell = fc
  .string({ unit: fc.constantFrom('"', ',', ';', '|', '\t', '\n', '\r\n', ' ', '#', 'ä', '🧀', 'x', '1') })
  .map(text => `a${text}z`)
const rowsOf = (columns: number) =>
  fc.array(fc.array(Cell, { minLength: columns, maxLength: columns }), { minLength: 1 })
const Table = fc.integer({ min: 1, max: 6 }).chain(rowsOf)
/** Between tabs the lines within a cell may look like records, and then they are: rows with such lines have no tabs in their cells. */
const writable = (row: readonly string[], separator: keyof typeof separators): readonly string[] =>
  separator === 'tab' && row.some(cell => cell.includes('\n')) ? row.map(cell => cell.replaceAll('\t', ' ')) : row
const LineEnds = fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 1, maxLength: 5 })

/** Each line has the next of the line ends. */
const written = (rows: readonly (readonly string[])[], delimiter: string, ends: readonly string[], quoted: boolean) =>
  rows
    .map((row, n) =>
      stringify([[...row]], {
        delimiter,
        quoted,
        quoted_match: /[\r\n]/,
        record_delimiter: ends[n % ends.length] ?? '\n',
      }),
    )
    .join('')

test('rows are read as they were written, whatever separates cells and lines', async feeds => {
  const check = async (
    table: readonly (readonly string[])[],
    csvSeparator: keyof typeof separators,
    ends: readonly string[],
    isChosen: boolean,
    quoted: boolean,
  ) => {
    const rows = table.map(row => writable(row, csvSeparator))
    const columns = ['id', ...(rows[0] ?? []).map((_, at) => `column ${at}`)]
    const whole = rows.map((row, at) => [`P${at}`, ...row])
    const bytes = written([columns, ...whole], separators[csvSeparator], ends, quoted)
    const read = await parsed(feeds, 'csv', { bytes, format: isChosen ? { csvSeparator } : {} })
    assert.equal(read, { columns, rows: whole, faults: [], warnings: [] })
  }
  await fc.assert(fc.asyncProperty(Table, Separator, LineEnds, fc.boolean(), fc.boolean(), check), { numRuns: 80 })
})

test.run()
