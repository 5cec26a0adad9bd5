import { gzipSync } from 'node:zlib'
import { ZipFile } from 'yazl'
import { testVariants, type Variant } from '../../support/feeds/variants.ts'

const it = ['id', 'title'] as const
const p1 = ['P1', 'Pot'] as const
const p2 = ['P2', 'Pan'] as const
const two = [it, p1, p2] as const
const csv = 'id,title\nP1,Pot\nP2,Pan\n'
const times = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => text(n)).join('')
const bytesOf = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map(part => Buffer.from(part as string)))
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const le = (text: string): Buffer => Buffer.from(text, 'utf16le')
const be = (text: string): Buffer => le(text).swap16()
const mark = '\uFEFF'

const zipped = async (entries: Readonly<Record<string, Buffer | string>>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(entries))
    if (name.endsWith('/')) zip.addEmptyDirectory(name)
    else zip.addBuffer(Buffer.from(bytes), name)
  zip.end()
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>))
}

/** Bytes that are read at a time. */
const part = 262_144
/** Rows of exactly so many bytes, of which no cell is too long. */
const filler = (bytes: number): string => {
  const row = (n: number, length: number) => `F${n},${'f'.repeat(length)}\n`
  const count = Math.floor(bytes / row(10, 20_000).length) - 1
  const full = times(count, n => row(10 + n, 20_000))
  return full + row(99, bytes - full.length - row(99, 0).length)
}
/** A feed in which the row X has `text` so many bytes before the end of the first part. */
const split = (text: Buffer | string, by: number): Buffer => {
  const [head, row] = ['id,title\n', 'X,b']
  const before = head + filler(part - by - head.length - row.length) + row
  return Buffer.concat([Buffer.from(before), Buffer.from(text), Buffer.from('\nP2,Pan\n')])
}
const splits = (name: string, text: Buffer | string, title: string, more: Partial<Variant> = {}): readonly Variant[] =>
  Array.from({ length: Buffer.from(text).length + 1 }, (_, by) => ({
    name: `${name}, of which ${by} bytes are before the end of a part`,
    bytes: split(text, by),
    read: [it],
    last: [['X', `b${title}`], p2],
    ...more,
  }))

const borders: readonly Variant[] = [
  ...splits('a character of two bytes', 'ä', 'ä'),
  ...splits('a character of four bytes', '🧀', '🧀'),
  ...splits('CRLF', '\r', ''),
  ...splits('a doubled quote', 'x', 'x').map((variant, by) => ({
    ...variant,
    name: `a quoted cell with a doubled quote and a comma, ${by} bytes before the end of a part`,
    bytes: Buffer.from(variant.bytes.toString().replace('X,bx\n', 'X,"b"",c"\n')),
    last: [['X', 'b",c'], p2],
  })),
  ...splits('an invalid byte', Buffer.from([0xe9]), '\uFFFD', { warnings: 'any', format: {} }).map(variant => ({
    ...variant,
    // so many rows that one of them is less than 1 %
    bytes: Buffer.concat([Buffer.from(variant.bytes), Buffer.from(times(300, n => `G${n},Glass\n`))]),
    last: [['G299', 'Glass']],
    warnings: [/line \d+\b/i],
  })),
]

const ends: readonly Variant[] = [
  { name: 'NUL bytes at the end', bytes: `${csv}${'\0'.repeat(512)}`, read: two },
  { name: 'NUL bytes after the last row without a line end', bytes: `${csv.trimEnd()}${'\0'.repeat(7)}`, read: two },
  { name: 'one NUL byte', bytes: `${csv}\0`, read: two },
  { name: 'NUL bytes beyond a part', bytes: `${csv}${'\0'.repeat(600_000)}`, read: two },
  { name: 'NUL bytes and line ends', bytes: `${csv}\0\0\n\0\0\r\n`, read: two },
  { name: 'the end-of-file mark of DOS', bytes: `${csv}\x1a`, read: two },
  { name: 'the end-of-file mark of DOS and a line end', bytes: `${csv}\x1a\r\n`, read: two },
  { name: 'the end-of-file mark of DOS after a row without a line end', bytes: `${csv.trimEnd()}\x1a`, read: two },
  { name: 'the end-of-file mark of DOS before NUL bytes', bytes: `${csv}\x1a${'\0'.repeat(100)}`, read: two },
  { name: 'many blank lines at the end', bytes: `${csv}${'\r\n'.repeat(300)}`, read: two },
  { name: 'a byte order mark alone', bytes: mark, refused: /no rows|empty/i },
  { name: 'two byte order marks', bytes: `${mark}${mark}${csv}`, read: two },
  {
    name: 'a byte order mark within a cell is data',
    bytes: `id,title\nP1,P${mark}ot\nP2,Pan\n`,
    read: [it, ['P1', `P${mark}ot`], p2],
  },
]

const unicode: readonly Variant[] = [
  { name: 'UTF-8 with a mark', bytes: mark + csv, read: two },
  { name: 'UTF-16 little endian with a mark', bytes: le(mark + csv), read: two },
  { name: 'UTF-16 big endian with a mark', bytes: be(mark + csv), read: two },
  { name: 'UTF-16 little endian, chosen', bytes: le(csv), format: { characterEncoding: 'utf_16le' }, read: two },
  {
    name: 'UTF-16 little endian with a mark, chosen',
    bytes: le(mark + csv),
    format: { characterEncoding: 'utf_16le' },
    read: two,
  },
  { name: 'UTF-16 big endian, chosen', bytes: be(csv), format: { characterEncoding: 'utf_16be' }, read: two },
  {
    name: 'UTF-16 big endian with a mark, chosen',
    bytes: be(mark + csv),
    format: { characterEncoding: 'utf_16be' },
    read: two,
  },
  // a mark is certain, a choice may be that of last year
  {
    name: 'UTF-16 with a mark, although UTF_8 was chosen',
    bytes: le(mark + csv),
    format: { characterEncoding: 'UTF_8' },
    read: two,
  },
  {
    name: 'UTF-16 big endian with a mark, although little endian was chosen',
    bytes: be(mark + csv),
    format: { characterEncoding: 'utf_16le' },
    read: two,
  },
  {
    name: 'UTF-8 with a mark, although CP1252 was chosen',
    bytes: `${mark}id,title\nP1,Käse\n`,
    format: { characterEncoding: 'CP1252' },
    read: [it, ['P1', 'Käse']],
  },
  {
    // either is a good answer: two rows, or a message that names the encoding to choose
    name: 'UTF-16 without a mark is not read as NUL bytes between letters',
    bytes: le(csv),
    refused: /utf_16le|"P1","Pot"/i,
  },
  {
    name: 'UTF-16 big endian without a mark is not read as NUL bytes between letters',
    bytes: be(csv),
    refused: /utf_16be|"P1","Pot"/i,
  },
  {
    name: 'UTF-16 with letters of several alphabets',
    bytes: le(`${mark}id\ttitle\r\nP1\tТопф 鍋 🧀\r\nP2\tPan\r\n`),
    read: [it, ['P1', 'Топф 鍋 🧀'], p2],
  },
  {
    name: 'UTF-16 that is larger than a part, with pairs of surrogates',
    bytes: le(`${mark}id,title\n${times(400, n => `G${n},${'🧀'.repeat(401)}\n`)}`),
    read: [it, ['G0', '🧀'.repeat(401)], ['G1', '🧀'.repeat(401)]],
    count: 400,
  },
  { name: 'UTF-16 with NUL bytes at the end', bytes: le(`${mark}${csv}${'\0'.repeat(64)}`), read: two },
  { name: 'UTF-16 with the end-of-file mark of DOS', bytes: le(`${mark}${csv}\x1a`), read: two },
]

const legacy: readonly Variant[] = [
  {
    name: 'Latin-1, chosen',
    bytes: latin1('id,title\nP1,Käse\n'),
    format: { characterEncoding: 'iso_8859_1' },
    read: [it, ['P1', 'Käse']],
  },
  {
    name: 'CP1252, chosen, with a euro and curly quotes',
    bytes: latin1('id,title\nP1,\x80 \x93a\x94\n'),
    format: { characterEncoding: 'CP1252' },
    read: [it, ['P1', '€ “a”']],
  },
  {
    name: 'Latin-1 in a third of the rows suggests an encoding',
    bytes: latin1(`id,title\n${times(30, n => `P${n},K\xe4se\nQ${n},Pot\nR${n},Pan\n`)}`),
    refused: /line 2\b.*(?:CP1252|iso_8859_1)/is,
  },
  {
    name: 'Latin-1 in a header suggests an encoding',
    bytes: latin1('id,Gr\xf6\xdfe\nP1,1\nP2,2\n'),
    refused: /line 1\b.*(?:CP1252|iso_8859_1)/is,
  },
  {
    name: 'UTF-8 that was chosen as Latin-1 is read as chosen',
    bytes: 'id,title\nP1,Käse\n',
    format: { characterEncoding: 'iso_8859_1' },
    read: [it, ['P1', 'KÃ¤se']],
  },
]

const rows = (count: number) => times(count, n => `G${n},Glass ${n}\n`)
const invalid = (name: string, bad: readonly number[], seen: string | RegExp): Variant => ({
  name: `${name} in one of 300 rows`,
  bytes: bytesOf('id,title\nP1,a', bad, 'b\nP2,Pan\n', rows(300)),
  read: [it, ['P1', seen], p2],
  count: 302,
  warnings: [/line 2\b/i],
})
const bad: readonly Variant[] = [
  invalid('a byte of Latin-1', [0xe9], 'a\uFFFDb'),
  invalid('half of a character', [0xc3], 'a\uFFFDb'),
  invalid('the last bytes of a character without the first', [0x80, 0x80], /^a\uFFFD+b$/),
  invalid('a slash in two bytes', [0xc0, 0xaf], /^a\uFFFD+b$/),
  invalid('a surrogate in three bytes', [0xed, 0xa0, 0x80], /^a\uFFFD+b$/),
  invalid('three bytes of a character of four', [0xf0, 0x9f, 0xa7], /^a\uFFFD+b$/),
  invalid('bytes that no text has', [0xff, 0xfe], /^a\uFFFD+b$/),
  {
    name: 'an invalid byte in the last row',
    bytes: bytesOf('id,title\n', rows(300), 'P1,a', [0xe9], 'b\n'),
    read: [it, ['G0', 'Glass 0']],
    count: 301,
    warnings: [/line 302\b/i],
  },
  {
    name: 'invalid bytes in one of a hundred rows are accepted',
    bytes: bytesOf('id,title\nP1,a', [0xe9], 'b', [0xe9], '\n', rows(99)),
    read: [it, ['P1', 'a\uFFFDb\uFFFD']],
    count: 100,
    warnings: [/line 2\b/i],
  },
  {
    name: 'invalid bytes in three of a hundred rows are refused',
    bytes: bytesOf('id,title\nP1,a', [0xe9], 'b\nP2,', [0xe4], '\nP3,', [0xf6], '\n', rows(97)),
    refused: /line 2\b.*(?:CP1252|iso_8859_1)/is,
  },
  {
    name: 'invalid bytes late in a large feed are refused when they are many',
    bytes: bytesOf(
      'id,title\n',
      rows(500),
      ...Array.from({ length: 100 }, (_, n) => [`B${n},a`, [0xe9], '\n'] as const).flat(),
    ),
    refused: /line 502\b/i,
  },
  {
    name: 'half of a character at the end of the file',
    bytes: bytesOf('id,title\n', rows(300), 'P1,a', [0xc3]),
    read: [it, ['G0', 'Glass 0']],
    count: 301,
    warnings: [/line 302\b/i],
  },
  {
    name: 'the bytes of a picture are not a feed',
    bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0xff, 0xfe, 0x80]),
    refused: /./,
  },
]

const archives: readonly Variant[] = [
  { name: 'gzip', bytes: gzipSync(csv), read: two },
  { name: 'gzip of UTF-16', bytes: gzipSync(le(mark + csv)), read: two },
  {
    name: 'gzip of three members that end within rows',
    bytes: Buffer.concat([gzipSync('id,tit'), gzipSync('le\nP1,P'), gzipSync('ot\nP2,Pan\n')]),
    read: two,
  },
  { name: 'gzip with NUL bytes behind it', bytes: Buffer.concat([gzipSync(csv), Buffer.alloc(512)]), read: two },
  { name: 'gzip of a file with NUL bytes at its end', bytes: gzipSync(`${csv}${'\0'.repeat(99)}`), read: two },
  { name: 'gzip in gzip is refused with the reason', bytes: gzipSync(gzipSync(csv)), refused: /packed twice/i },
  { name: 'a ZIP', bytes: await zipped({ 'feed.csv': csv }), read: two },
  { name: 'a ZIP of UTF-16', bytes: await zipped({ 'feed.txt': le(mark + csv) }), read: two },
  { name: 'a ZIP of folders', bytes: await zipped({ 'a/': '', 'a/b/': '', 'a/b/feed.csv': csv }), read: two },
  {
    name: 'a ZIP with a .DS_Store at each level',
    bytes: await zipped({ '.DS_Store': 'x', 'a/.DS_Store': 'x', 'a/feed.csv': csv }),
    read: two,
  },
  {
    name: 'a ZIP with __MACOSX within a folder',
    bytes: await zipped({ 'a/feed.csv': csv, '__MACOSX/a/._feed.csv': 'x', '__MACOSX/._a': 'x' }),
    read: two,
  },
  {
    name: 'a ZIP with ._feed.csv beside the feed',
    bytes: await zipped({ '._feed.csv': 'x', 'feed.csv': csv }),
    read: two,
  },
  {
    name: 'a ZIP with a Thumbs.db and a desktop.ini',
    bytes: await zipped({ 'a/Thumbs.db': 'x', 'a/desktop.ini': 'x', 'a/feed.csv': csv }),
    read: two,
  },
  {
    name: 'a ZIP with a thumbs.db and a Desktop.ini',
    bytes: await zipped({ 'thumbs.db': 'x', 'Desktop.ini': 'x', 'feed.csv': csv }),
    read: two,
  },
  {
    name: 'a ZIP with dot files',
    bytes: await zipped({ '.gitignore': 'x', '.hidden/x.csv': 'x', 'feed.csv': csv }),
    read: two,
  },
  {
    name: 'a ZIP of two feeds is refused with their number',
    bytes: await zipped({ 'a.csv': csv, 'b.csv': csv }),
    refused: /2 files/,
  },
  {
    name: 'a ZIP of what does not count is refused',
    bytes: await zipped({ '.DS_Store': 'x', '__MACOSX/x': 'x' }),
    refused: /0 files|no file/i,
  },
  {
    name: 'an Excel workbook is named as such',
    bytes: await zipped({ '[Content_Types].xml': '<a/>', 'xl/workbook.xml': '<a/>', '_rels/.rels': '<a/>' }),
    refused: /Excel/,
  },
  {
    name: 'a gzip that ends early is refused',
    bytes: gzipSync(csv).subarray(0, -9),
    refused: /packed|unpacked|archive/i,
  },
]

testVariants(
  'bytes of feeds as they really are',
  'csv',
  [...ends, ...unicode, ...legacy, ...bad, ...borders, ...archives],
  { hasAll: true },
)
