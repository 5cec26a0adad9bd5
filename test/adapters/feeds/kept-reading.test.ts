import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FeedFormat, Understood } from '../../../src/domain/asset-sources/feed-format.ts'
import { isFeedFault } from '../../../src/ports/feed-parser.ts'
import { closeFeeds, type Feeds, openFeeds } from '../../support/feeds/feeds.ts'

const test = suite<Feeds>('what was understood of a feed')
test.before(async context => void Object.assign(context, await openFeeds()))
test.after(closeFeeds)

let files = 0
const read = async (
  { folder, parser }: Feeds,
  bytes: Buffer | string,
  format: FeedFormat,
  understood?: Understood,
): Promise<
  { readonly rows: number; readonly columns: readonly string[]; readonly understood: Understood } | string
> => {
  const path = join(folder, `kept-${files++}`)
  await writeFile(path, bytes)
  const { signal } = new AbortController()
  const made = await parser.parse(
    'acme',
    { path, format, config: {}, understood },
    { out: `${path}.rows`, keyColumn: 'id', signal },
  )
  return isFeedFault(made) ? made.detail : { ...made.set, understood: made.understood ?? {} }
}
/** Reads the file of one day, and that of the next day by what was understood. */
const nextDay = async (feeds: Feeds, format: FeedFormat, today: Buffer | string, tomorrow: Buffer | string) => {
  const first = await read(feeds, today, format)
  assert.ok(typeof first !== 'string', String(first))
  return read(feeds, tomorrow, format, first.understood)
}
const shown = (made: Awaited<ReturnType<typeof read>>) =>
  typeof made === 'string' ? made : { rows: made.rows, columns: made.columns }

const csv = { contentType: 'csv' } as const
const xml = { contentType: 'xml' } as const
const json = { contentType: 'json' } as const

test('a separator stays, although the texts of the next day have more of another one', async feeds => {
  const made = await nextDay(feeds, csv, 'id;text\nA;x\nB;y\n', 'id;text\nA;1,2,3,4\nB;1,2,3,4\n')
  assert.equal(shown(made), { rows: 2, columns: ['id', 'text'] })
})

test('the place of the rows stays for a single record, and for none that repeats beside it', async feeds => {
  const things = (...of: string[]) => `<a>${of.map(id => `<thing><id>${id}</id></thing>`).join('')}`
  const made = await nextDay(feeds, xml, `${things('A', 'B')}</a>`, `${things('A')}<row id="1"/><row id="2"/></a>`)
  assert.equal(shown(made), { rows: 1, columns: ['id'] })
  const listed = JSON.stringify({ things: [{ id: 'A' }, { id: 'B' }] })
  const single = JSON.stringify({ things: { id: 'A' }, products: [{ id: 'x' }] })
  assert.equal(shown(await nextDay(feeds, json, listed, single)), { rows: 1, columns: ['id'] })
  const keyed = (...ids: string[]) => JSON.stringify(Object.fromEntries(ids.map(id => [id, { id, title: 'x' }])))
  const members = await nextDay(feeds, json, keyed('A', 'B', 'C'), keyed('A'))
  assert.equal(shown(members), { rows: 1, columns: ['key', 'id', 'title'] })
})

test('a file that does not fit any more is refused with the difference and the setting', async feeds => {
  assert.match(
    String(await nextDay(feeds, csv, 'id\ttext\nA\tx\n', 'id,text\nA,x\n')),
    'Until now it was read with csvSeparator tab, but this file looks like csvSeparator comma (columns id, text). If that is right, set csvSeparator to comma.',
  )
  assert.match(
    String(await nextDay(feeds, csv, 'id;text,x\nA;x,y\n', 'id,text;x,y\nA,x;y,z\n')),
    'Until now it was read with csvSeparator semicolon, but this file looks like csvSeparator comma',
  )
  assert.match(
    String(await nextDay(feeds, xml, '<a><item><id>A</id></item></a>', '<b><offer><id>A</id></offer></b>')),
    'Until now it was read with rowXPath /a/item, but this file looks like rowXPath /b/offer (columns id).',
  )
  assert.match(
    String(await nextDay(feeds, json, '{"items":[{"id":1}]}', '{"data":{"products":[{"id":1}]}}')),
    'Until now it was read with rowXPath /items, but this file looks like rowXPath /data/products (columns id).',
  )
})

test('an encoding stays unless the file says or shows another one', async feeds => {
  const utf16 = (text: string) => Buffer.from(text, 'utf16le')
  const text = 'id,text\nA,x\nB,ä\n'
  for (const [today, tomorrow] of [
    [utf16(`\uFEFF${text}`), utf16(text)],
    [utf16(`\uFEFF${text}`), text],
    [text, utf16(`\uFEFF${text}`)],
  ] as const)
    assert.equal(shown(await nextDay(feeds, csv, today, tomorrow)), { rows: 2, columns: ['id', 'text'] })
})

test('a choice overrides what was understood', async feeds => {
  const understood = { csvSeparator: 'tab', characterEncoding: 'UTF_8', firstRowIsHeader: true } as const
  const made = await read(feeds, 'x\nid;a,b\nA;1\n', { ...csv, csvSeparator: 'semicolon', skipLines: 1 }, understood)
  assert.equal(shown(made), { rows: 1, columns: ['id', 'a,b'] })
  const at = await read(
    feeds,
    '{"a":[{"id":1}],"b":[{"id":2},{"id":3}]}',
    { ...json, rowXPath: '/b' },
    { rowXPath: '/a' },
  )
  assert.equal(shown(at), { rows: 2, columns: ['id'] })
})

test.run()
