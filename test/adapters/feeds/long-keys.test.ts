import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isFeedFault } from '../../../src/ports/feed-parser.ts'
import { closeFeeds, type Feeds, openFeeds } from '../../support/feeds/feeds.ts'

const test = suite<Feeds>('keys that are too long')
test.before(async context => void Object.assign(context, await openFeeds()))
test.after(closeFeeds)

const parsed = async ({ folder, parser }: Feeds, text: string, variantColumn?: string) => {
  const path = join(folder, 'feed.csv')
  await writeFile(path, text)
  const { signal } = new AbortController()
  const options = { out: `${path}.rows`, keyColumn: 'sku', variantColumn, signal }
  const made = await parser.parse('acme', { path, format: { contentType: 'csv' }, config: {} }, options)
  if (isFeedFault(made)) throw new Error(made.detail)
  return [made.set.rows, made.faults.map(({ row, detail }) => `row ${row} ${detail}`)]
}

test('a row is left out if its key or variant is longer than a cell may be: emptied, it would be another row', async feeds => {
  const long = 'k'.repeat(70_000)
  const leftOut = (row: number, column: string) => `row ${row} has more than 65536 bytes in ${column}, and was left out`
  const keys = await parsed(feeds, `sku,name\n${long},A\n${long}2,B\nc,C\n`)
  assert.equal(keys, [1, [leftOut(1, 'sku'), leftOut(2, 'sku')]])
  const variants = await parsed(feeds, `sku,size\na,${long}\na,${long}2\na,s\n`, 'size')
  assert.equal(variants, [1, [leftOut(1, 'size'), leftOut(2, 'size')]])
})

test.run()
