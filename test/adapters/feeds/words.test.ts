import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ZipFile } from 'yazl'
import type { FeedFormat } from '../../../src/domain/asset-sources/feed-format.ts'
import { isFeedFault } from '../../../src/ports/feed-parser.ts'
import { closeFeeds, type Feeds, openFeeds } from '../../support/feeds/feeds.ts'

const test = suite<Feeds>('what feeds say of themselves')
test.before(async context => void Object.assign(context, await openFeeds()))
test.after(closeFeeds)

let files = 0
const parsed = async (
  { folder, parser }: Feeds,
  bytes: Buffer | string,
  more: Partial<FeedFormat> & { readonly variantColumn?: string } = {},
) => {
  const { variantColumn, ...format } = { contentType: 'csv', ...more } as const
  const path = join(folder, `words-${files++}`)
  await writeFile(path, bytes)
  const { signal } = new AbortController()
  const read = { path, format, config: {} }
  const sample = await parser.sample('acme', read, { cut: false, signal })
  const rows = await parser.parse('acme', read, { out: `${path}.rows`, keyColumn: 'sku', variantColumn, signal })
  return { sample, rows }
}
const says = async (...feed: Parameters<typeof parsed>): Promise<string> => {
  const { rows } = await parsed(...feed)
  return isFeedFault(rows) ? rows.detail : `${rows.set.rows} rows`
}

test('a feed without rows says so, and not that a key is missing', async feeds => {
  assert.is(await says(feeds, 'sku,name\n'), 'The feed has no rows.')
  assert.is(await says(feeds, '[]', { contentType: 'json' }), 'The feed has no rows.')
})

test('custom code that makes no row is named as the reason, by the sample too', async feeds => {
  const failing = { customCode: 'function transform(row) { return row.x.y }' }
  const first = 'The custom code made no row of the 2 that were read'
  const feed = 'sku\na\nb\n'
  assert.match(
    await says(feeds, feed, failing),
    /made no row of the 2 that were read: row \d: TypeError: cannot read prop/,
  )
  const dropping = { customCode: 'function transform() { return [] }' }
  assert.is(await says(feeds, feed, dropping), `${first}.`)
  const { sample } = await parsed(feeds, feed, failing)
  assert.ok(!isFeedFault(sample))
  assert.match(sample.cdpLogs[0] ?? '', /^row \d: TypeError/)
  assert.is(sample.cdpLogs.at(-1), 'the code made no row of 2 rows')
})

test('JSON says after which row it cannot be read', async feeds => {
  const json = { contentType: 'json' } as const
  assert.match(
    await says(feeds, '{"sku":"a"}\n{"sku":"b"\n{"sku":"c"}\n', json),
    /ends in the middle: a brace, bracket or quote after row \d is not closed\.$/,
  )
  assert.match(
    await says(feeds, '{"sku":"a"}\nERROR\n', json),
    /is not JSON: what follows row \d does not begin with a brace or bracket\.$/,
  )
  assert.match(await says(feeds, 'ERROR\n', json), 'it does not begin with a brace or bracket')
})

test('what is no text is told apart from another encoding', async feeds => {
  const zip = new ZipFile()
  for (const name of ['[Content_Types].xml', 'xl/workbook.xml']) zip.addBuffer(Buffer.from('<a/>'), name)
  zip.end()
  const workbook = Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>))
  assert.is(await says(feeds, workbook), 'The feed is an Excel workbook. Save it as CSV.')
  assert.is(await says(feeds, gzipSync(gzipSync('sku\na\n'))), 'The feed is packed twice. Pack it once.')
  const unicode = Buffer.from('\uFEFFsku\na\n', 'utf16le')
  for (const characterEncoding of ['UTF_8', 'iso_8859_1', 'utf_16le'] as const)
    assert.is(await says(feeds, unicode, { characterEncoding }), '1 rows', 'the mark at its beginning decides')
  const latin = Buffer.from('sku,name\na,Caf\u00e9\n', 'latin1')
  assert.is(
    await says(feeds, latin),
    'The file is not UTF_8: the bytes at line 2, column 6 (name) are not valid in it. If the file is text, set characterEncoding to CP1252.',
  )
})

test('a separator that does not fit names the one that does', async feeds => {
  const other = await says(feeds, 'sku;price\na;"2,5"\n', { csvSeparator: 'comma' })
  assert.match(
    other,
    'It is read with csvSeparator comma, but this file looks like csvSeparator semicolon (columns sku, price).',
  )
})

test.run()
