import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ZipFile } from 'yazl'
import type { FeedConfig, FeedFormat } from '../../../src/domain/asset-sources/feed-format.ts'
import { isFeedFault } from '../../../src/ports/feed-parser.ts'
import { closeFeeds, endOf, type Feeds, openFeeds } from '../../support/feeds/feeds.ts'
import { inTime } from '../../support/waiting/in-time.ts'

const test = suite<Feeds>('hostile feeds')
test.before(async context => void Object.assign(context, await openFeeds()))
test.after(closeFeeds)

const zipOf = async (entries: Readonly<Record<string, Buffer | string>>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(entries)) zip.addBuffer(Buffer.from(bytes), name)
  zip.end()
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>))
}
const times = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => text(n)).join('')
const mebibyte = 1_048_576

const xml: readonly (readonly [name: string, text: string, ends: string])[] = [
  ['an entity of its own', '<!DOCTYPE a [<!ENTITY x "y">]><a><p sku="a"/></a>', 'doctype-refused'],
  ['a file as an entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a><p>&x;</p></a>', 'doctype-refused'],
  ['an address as a DTD', '<!DOCTYPE a SYSTEM "http://127.0.0.1/x.dtd"><a><p sku="a"/></a>', '1 rows, 0 faulty'],
  [
    'a billion laughs',
    `<!DOCTYPE a [<!ENTITY a "ha">${times(9, n => `<!ENTITY a${n} "${'&a;'.repeat(10)}">`)}]><a/>`,
    'doctype-refused',
  ],
  ['an entity that nobody declared', '<a><p sku="a">&x;</p><p sku="b"/></a>', 'malformed-xml'],
  ['elements that never end', '<a>'.repeat(100), 'too-deep'],
  ['a depth of 64', `${'<a>'.repeat(62)}<p sku="a"/><p sku="b"/>${'</a>'.repeat(62)}`, '2 rows, 0 faulty'],
  ['a depth of 100,000', '<a>'.repeat(100_000), 'too-deep'],
  ['very many attributes', `<a><p ${times(2_000, n => `a${n}="" `)}/></a>`, 'malformed-xml'],
  ['an attribute twice', '<a><p sku="a" sku="b"/></a>', 'malformed-xml'],
  ['a row of 2 MiB', `<a><p sku="a"><t>${'x'.repeat(2 * mebibyte)}</t></p><p sku="b"/></a>`, 'row-too-large'],
  ['a cell of 100 kB', `<a><p sku="a"><t>${'x'.repeat(100_000)}</t></p><p sku="b"/></a>`, '2 rows, 1 faulty'],
  [
    'more columns than are accepted',
    `<a><p sku="a">${times(600, n => `<c${n}/>`)}</p><p sku="b"/></a>`,
    'too-many-columns',
  ],
  ['a tag that is not closed', '<a><p sku="a"></a>', 'malformed-xml'],
  ['an end in the middle', '<a><p sku="a"/><p sku="b"/>', 'malformed-xml'],
  ['two roots', '<a><p sku="a"/><p sku="b"/></a><b/>', 'malformed-xml'],
  ['text before the root', 'hello <a/>', 'malformed-xml'],
  ['a NUL', '<a><p sku="\u0000"/></a>', 'malformed-xml'],
  ['a comment that never ends', `<a><!-- ${'x'.repeat(mebibyte)}`, 'no-rows'],
  ['CDATA that never ends', `<a><p sku="a"><![CDATA[${'x'.repeat(2 * mebibyte)}`, 'malformed-xml'],
  ['rows of nothing', '<a><p/><p/></a>', 'no-rows'],
  ['no rows', '<a/>', 'no-rows'],
  ['nothing', '', 'no-rows'],
  ['processing instructions', `<a>${'<?php x ?>'.repeat(10_000)}<p sku="a"/><p sku="b"/></a>`, '2 rows, 0 faulty'],
  ['prefixes that are not declared', '<a><x:p sku="a"/><x:p sku="b"/></a>', '2 rows, 0 faulty'],
  [
    'names of the language',
    '<a><p sku="a"><__proto__>1</__proto__><constructor>2</constructor></p><p sku="b"/></a>',
    '2 rows, 0 faulty',
  ],
  ['a repeated value', `<a><p sku="a">${'<t>x</t>'.repeat(10_000)}</p><p sku="b"/></a>`, '2 rows, 0 faulty'],
  ['numbers of characters', '<a><p sku="&#x41;&#66;"/><p sku="b"/></a>', '2 rows, 0 faulty'],
  ['a number that is no character', '<a><p sku="&#x0;"/></a>', 'malformed-xml'],
  [
    'long names around many elements',
    `${times(55, n => `<a${n}${'x'.repeat(1_000)}>`)}${'<p sku="a"/><q/>'.repeat(10_000)}`,
    'malformed-xml',
  ],
  ['a wide document', `<a>${times(20_000, n => `<p sku="${n}"/>`)}</a>`, '20000 rows, 0 faulty'],
]
for (const [name, text, ends] of xml)
  test(`XML: ${name}`, async context => assert.is(await endOf(context, text, { contentType: 'xml' }), ends))

const json: typeof xml = [
  ['lists in lists', '['.repeat(100_000), 'too-deep'],
  ['objects in objects', '{"a":'.repeat(100_000), 'too-deep'],
  ['an end in the middle', '[{"sku":"a"},{"sku":"b"', 'malformed-json'],
  ['an end in a text', '[{"sku":"a', 'malformed-json'],
  ['a brace too many', '[{"sku":"a"}}]', 'malformed-json'],
  ['brackets that do not fit', '[{"sku":"a"]}', 'malformed-json'],
  ['a row that is no JSON', '[{"sku":a}]', 'malformed-json'],
  ['single quotes', "[{'sku':'a'}]", 'malformed-json'],
  ['a comment', '[{"sku":"a"/* x */}]', 'malformed-json'],
  ['text', 'sku,name', 'malformed-json'],
  ['a row of 2 MiB', `[{"sku":"a","t":"${'x'.repeat(2 * mebibyte)}"}]`, 'row-too-large'],
  ['a cell of 100 kB', `[{"sku":"a","t":"${'x'.repeat(100_000)}"}]`, '1 rows, 1 faulty'],
  ['more columns than are accepted', `[{"sku":"a"${times(600, n => `,"c${n}":1`)}}]`, 'too-many-columns'],
  [
    '40,000 names of which one column would be made',
    `[{"sku":"a"${times(
      40_000,
      n =>
        `,"${String(n)
          .padStart(5, '0')
          .replace(/\d/g, digit => '!#$%&()+;?'[Number(digit)]!)}":1`,
    )}}]`,
    'too-many-columns',
  ],
  ['quotes and braces in texts', '[{"sku":"}]{[\\"","t":"\\\\"},{"sku":"b"}]', '2 rows, 0 faulty'],
  ['names of the language', '[{"sku":"a","__proto__":{"x":1},"constructor":2}]', '1 rows, 0 faulty'],
  ['a key twice', '[{"sku":"a","sku":"b"},{"sku":"b"}]', '1 rows, 1 faulty'],
  ['values that are no rows', '[1,"a",null,[{"sku":"x"}],{"sku":"a"}]', '1 rows, 0 faulty'],
  ['half of a pair of surrogates', '[{"sku":"\\ud800"}]', '1 rows, 0 faulty'],
  ['nothing', '', 'no-rows'],
  ['an escape in a name', '{"d\\u0061ta":[{"sku":"a"},{"sku":"b"}]}', '2 rows, 0 faulty'],
]
for (const [name, text, ends] of json)
  test(`JSON: ${name}`, async context => assert.is(await endOf(context, text, { contentType: 'json' }), ends))

const csv: readonly (readonly [name: string, bytes: Buffer | string, ends: string, more?: Partial<FeedFormat>])[] = [
  ['a quote that is not closed', 'sku\n"a\nb\n', '1 rows, 1 faulty'],
  ['a quote that is not closed in 1 MB', `sku\n"${'a\n'.repeat(600_000)}`, '1 rows, 599999 faulty'],
  ['a line of 10 MB', `sku\n${'a'.repeat(10_000_000)}\n`, 'malformed-csv'],
  ['text after a quote', 'sku,name\n"a"b,1\n', 'no-rows'],
  ['a quote in a field', 'sku,name\na"b,1\n', '1 rows, 0 faulty'],
  ['5,000 columns', `sku${times(5_000, n => `,c${n}`)}\na\n`, 'too-many-columns'],
  ['400,000 columns of one name', `sku${',a'.repeat(400_000)}\na\n`, 'too-many-columns'],
  ['a NUL', 'sku,name\na\u0000,1\n', '1 rows, 0 faulty'],
  ['a header alone', 'sku,name\n', 'no-rows'],
  ['another header', 'id,name\n1,2\n', 'no-rows'],
  ['no key in any row', 'sku,name\n,1\n,2\n', 'no-rows'],
  ['names twice', 'sku,name,name\na,1,2\n', '1 rows, 0 faulty'],
  ['ragged rows', 'sku,name\na\nb,1,2,3\n\nc,1\n', '3 rows, 1 faulty'],
  ['line ends of three systems', 'sku,name\r\na,1\r\nb,2\r\n', '2 rows, 0 faulty'],
  ['another encoding than it says', Buffer.from('sku\nä\n', 'latin1'), 'wrong-encoding'],
  ['UTF-16 that it does not say', Buffer.from('\uFEFFsku\na\n', 'utf16le'), '1 rows, 0 faulty'],
  [
    'UTF-16 of an odd length',
    Buffer.from([0x73, 0, 0x6b, 0, 0x75]),
    'wrong-encoding',
    { characterEncoding: 'utf_16le' },
  ],
  ['half of a character at the end', Buffer.concat([Buffer.from('sku\na'), Buffer.from([0xc3])]), 'wrong-encoding'],
  ['bytes of a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0]), 'wrong-encoding'],
  ['names of the language', 'sku,__proto__,constructor,toString\na,1,2,3\n', '1 rows, 0 faulty'],
  ['formulas', 'sku,name\na,"=1+1"\n', '1 rows, 0 faulty'],
]
for (const [name, bytes, ends, more] of csv)
  test(`CSV: ${name}`, async context => assert.is(await endOf(context, bytes, { contentType: 'csv', ...more }), ends))

const plain = 'sku\na\n'
const zip = await zipOf({ 'feed.csv': plain })
const archives: readonly (readonly [name: string, bytes: Buffer, ends: string])[] = [
  ['gzip', gzipSync(plain), '1 rows, 0 faulty'],
  ['gzip that ends in the middle', gzipSync(plain.repeat(1_000)).subarray(0, 30), 'malformed-archive'],
  [
    'gzip with a wrong checksum',
    Buffer.concat([gzipSync(plain).subarray(0, -8), Buffer.alloc(8)]),
    'malformed-archive',
  ],
  ['gzip of nothing', gzipSync(''), 'empty-feed'],
  ['gzip in gzip', gzipSync(gzipSync(plain)), 'malformed-archive'],
  ['gzip and rubbish', Buffer.from([0x1f, 0x8b, 0x08, 1, 2, 3, 4]), 'malformed-archive'],
  ['gzip of 500 MB of blanks', gzipSync(Buffer.alloc(500_000_000, ' ')), 'malformed-csv'],
  ['deflate without a header', deflateRawSync(plain), 'wrong-encoding'],
  ['a ZIP', zip, '1 rows, 0 faulty'],
  [
    'a ZIP with a folder, and what macOS adds',
    await zipOf({ 'a/feed.csv': plain, '__MACOSX/feed.csv': 'x' }),
    '1 rows, 0 faulty',
  ],
  ['a ZIP of two files', await zipOf({ 'a.csv': plain, 'b.csv': plain }), 'malformed-archive'],
  [
    'a ZIP of 2,000 files',
    await zipOf(Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`${n}.csv`, plain]))),
    'malformed-archive',
  ],
  ['an empty ZIP', await zipOf({}), 'no-rows'],
  ['a ZIP that ends in the middle', zip.subarray(0, 40), 'malformed-archive'],
  ['a ZIP without its directory', zip.subarray(0, zip.length - 30), 'malformed-archive'],
  ['a ZIP in a ZIP', await zipOf({ 'feed.zip': zip }), 'malformed-archive'],
  [
    'a ZIP that leaves its folder',
    await zipOf({ 'feed.csv': plain }).then(bytes => replaced(bytes, 'feed.csv', '../x.csv')),
    'malformed-archive',
  ],
  ['a ZIP with a damaged file', replacedByte(zip, zip.indexOf('feed.csv') + 8), 'malformed-archive'],
  ['two gzips one after the other', Buffer.concat([gzipSync('sku\n'), gzipSync('a\n')]), '1 rows, 0 faulty'],
  ['gzip with bytes behind it', Buffer.concat([gzipSync(plain), Buffer.from('rubbish')]), 'malformed-archive'],
  ['zlib with its header', deflateSync(plain), 'wrong-encoding'],
  ['Brotli', brotliCompressSync(Buffer.from(plain.repeat(100))), 'wrong-encoding'],
  ['a ZIP with a name of the language', await zipOf({ __proto__file: plain }), '1 rows, 0 faulty'],
  ['a ZIP that says it is larger than it is', replacedSize(zip), 'malformed-archive'],
  ['a ZIP of 500 MB of blanks', await zipOf({ 'feed.csv': Buffer.alloc(500_000_000, ' ') }), 'malformed-csv'],
]
function replaced(bytes: Buffer, from: string, to: string): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')
}
/** The sizes before and after compression, in the directory: far too large. */
function replacedSize(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt32LE(0x7fffffff, copy.indexOf('PK\u0001\u0002') + 24)
  return copy
}
function replacedByte(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = copy[at]! ^ 0xff
  return copy
}
for (const [name, bytes, ends] of archives)
  test(`archive: ${name}`, async context => assert.is(await endOf(context, bytes, { contentType: 'csv' }), ends))

test('a good feed is read after all of these', async context =>
  assert.is(await endOf(context, plain, { contentType: 'csv' }), '1 rows, 0 faulty'))

test('whoever gives up waiting for a turn is let go while another feed is read', async ({ folder, parser }) => {
  const path = join(folder, 'waiting')
  await writeFile(path, `sku\n${times(20, n => `${n}\n`)}`)
  const format = { contentType: 'csv', customCode: 'function transform() { for (;;); }' } as const
  const [running, waiting] = [new AbortController(), new AbortController()]
  const parse = ({ signal }: AbortController, file: string) =>
    parser.parse('acme', { path, format, config: {} }, { out: join(folder, file), keyColumn: 'sku', signal })
  const first = parse(running, 'first.rows').catch(error => error)
  const second = parse(waiting, 'second.rows').catch(error => error)
  waiting.abort(new Error('gave up'))
  assert.is((await inTime('the second feed', second)).message, 'gave up')
  running.abort(new Error('stopped'))
  assert.is((await inTime('the first feed', first)).message, 'stopped')
})

test('only the wanted columns are kept, in their order, and each must be there', async ({ folder, parser }) => {
  const path = join(folder, 'wanted')
  await writeFile(
    path,
    JSON.stringify([
      { sku: 'a', price: 1, name: 'A' },
      { sku: 'b', size: 2 },
    ]),
  )
  const { signal } = new AbortController()
  const parse = (columns: readonly string[]) => {
    const options = { out: `${path}.rows`, keyColumn: 'sku', columns, signal }
    return parser.parse('acme', { path, format: { contentType: 'json' }, config: {} }, options)
  }
  const kept = await parse(['size', 'sku', 'price'])
  assert.equal(isFeedFault(kept) ? kept : kept.set.columns, ['size', 'sku', 'price'])
  assert.equal(await parse(['sku', 'colour']), {
    code: 'columns-missing',
    detail: 'The feed has no column colour.',
  })
})

test('a feed without its key column says which columns are read, and does not blame a row', async ({
  folder,
  parser,
}) => {
  const path = join(folder, 'keyless')
  const { signal } = new AbortController()
  const detailOf = async (text: string, config: FeedConfig = {}) => {
    await writeFile(path, text)
    const options = { out: `${path}.rows`, keyColumn: 'SKU', signal }
    const read = await parser.parse('acme', { path, format: { contentType: 'csv' }, config }, options)
    return isFeedFault(read) ? read.detail : ''
  }
  const none = 'The feed has no row with a value in SKU.'
  const unread = `${none} No column that is read has this name. Those that are read:`
  assert.is(await detailOf('sku,name\na,1\n'), `${unread} sku, name.`)
  assert.is(await detailOf('SKU,name\na,1\n', { csvColumns: [1] }), `${unread} name.`)
  assert.is(await detailOf(`c0${times(11, n => `,c${n + 1}`)}\na\n`), `${unread} ${times(10, n => `c${n}, `)}….`)
  assert.is(await detailOf('SKU,name\n,1\n'), [none, 'Row 1 has no SKU, and was left out.'].join(' '))
})

test.run()
