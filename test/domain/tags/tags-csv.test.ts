import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { guarded, type TagRow, tagsCsv, tagsFilename } from '../../../src/domain/tags/tags-csv.ts'

const row: TagRow = {
  campaignId: 12,
  campaignName: 'Spring',
  mediaChannel: 'Onsite',
  adServer: 'Own',
  placementId: 'p1',
  placementName: 'Home',
  adUnitId: 3,
  adUnitName: 'Leaderboard',
  width: 728,
  height: 90,
  tagType: 'JAVASCRIPT',
  secure: true,
  tag: '<ins data-x="1"></ins>',
  clickTracker: 'https://c.example/',
  impressionTracker: 'https://i.example/',
  startDate: '2026-03-01',
  endDate: '2026-04-15',
}
const header =
  'Campaign ID,Campaign Name,Media Channel,Ad Server,Placement ID,Placement Name,Ad Unit ID,Ad Unit Name,Width,Height,Tag Type,Secure,Tag,Click Tracker,Impression Tracker,Start Date,End Date'

test('the file has the columns that a DSP’s import expects', () => {
  const csv = tagsCsv([row])
  assert.is(
    csv,
    `\ufeff${header}\r\n12,Spring,Onsite,Own,p1,Home,3,Leaderboard,728,90,JAVASCRIPT,Yes,"<ins data-x=""1""></ins>",https://c.example/,https://i.example/,2026-03-01,2026-04-15\r\n`,
  )
  assert.is(tagsCsv([]), `\ufeff${header}\r\n`)
})

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '=', "'", '\t', ' ', 'x', '\ufeff') }),
)
const typedColumns = [
  'campaignName',
  'mediaChannel',
  'adServer',
  'placementId',
  'placementName',
  'adUnitName',
  'clickTracker',
  'impressionTracker',
] as const
const columnOf = [1, 2, 3, 4, 5, 7, 13, 14]

test('no name shifts columns, loses characters, or runs as a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(...typedColumns.map(() => text), text), { minLength: 1, maxLength: 4 }), all => {
      const rows = all.map(texts => ({
        ...row,
        ...Object.fromEntries(typedColumns.map((name, i) => [name, texts[i]])),
        tag: texts.at(-1)!,
      }))
      const csv = tagsCsv(rows)
      const parsed: string[][] = parse(csv.slice(1), { record_delimiter: '\r\n', skip_empty_lines: false })
      assert.is(parsed.length, rows.length + 1)
      for (const [i, fields] of parsed.slice(1).entries()) {
        assert.is(fields.length, 17)
        assert.is(fields[12], rows[i]!.tag.toWellFormed())
        columnOf.forEach((column, j) => {
          const was = rows[i]![typedColumns[j]!]!.toWellFormed()
          assert.is(fields[column], guarded(was))
          assert.not.match(fields[column]!, /^[=+\-@\t\r]/)
          assert.ok(fields[column] === was || fields[column] === `'${was}`)
        })
      }
    }),
  )
})

test('signs that spreadsheets read as the beginning of a formula are guarded, full-width ones too', () => {
  for (const sign of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
    assert.is(guarded(`${sign}1`), `'${sign}1`)
  assert.is(guarded('1=1'), '1=1')
})

test('a line break in a name does not end the row', () => {
  assert.match(
    tagsCsv([{ ...row, campaignName: 'a\nb', adServer: 'c\rd', mediaChannel: ' e ' }]),
    '\r\n12,"a\nb"," e ","c\rd",p1',
  )
})

test('an absent value is an empty cell', () => {
  const { mediaChannel, adServer, placementId, placementName, startDate, endDate, ...bare } = row
  assert.match(tagsCsv([{ ...bare, secure: false }]), '\r\n12,Spring,,,,,3,Leaderboard,728,90,JAVASCRIPT,No,')
})

test('the download is named after the campaign', () => {
  assert.equal(tagsFilename('Spring Sale'), {
    ascii: 'Spring Sale_tags.csv',
    utf8star: "UTF-8''Spring%20Sale_tags.csv",
    header: `attachment; filename="Spring Sale_tags.csv"; filename*=UTF-8''Spring%20Sale_tags.csv`,
  })
  assert.is(tagsFilename('Frühling “Marée”').ascii, 'Fruhling _Maree__tags.csv')
  assert.is(tagsFilename('春').header, `attachment; filename="__tags.csv"; filename*=UTF-8''%E6%98%A5_tags.csv`)
  assert.is(tagsFilename('../..').ascii, '_.._tags.csv')
  assert.is(tagsFilename('\u202e').ascii, 'campaign_tags.csv')
})

test('any campaign name gives a valid header and filename', () => {
  fc.assert(
    fc.property(text, name => {
      const { ascii, utf8star, header: value } = tagsFilename(name)
      assert.match(value, /^attachment; filename="[ !#-[\]-~]+"; filename\*=UTF-8''[A-Za-z0-9%._~-]+$/)
      const decoded = decodeURIComponent(utf8star.slice("UTF-8''".length))
      for (const file of [ascii, decoded]) {
        assert.ok(file.endsWith('_tags.csv'))
        assert.not.match(file, /[\\/:*?"<>|\u0000-\u001f]|^\./)
        assert.ok(Buffer.byteLength(file) <= 255)
      }
    }),
  )
})

test.run()
