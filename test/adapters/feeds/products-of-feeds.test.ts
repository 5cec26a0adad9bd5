import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parseFeed } from '../../../src/adapters/feeds/parse-feed.ts'
import { feedLimits } from '../../../src/domain/asset-sources/feed-format.ts'

test('a feed in another order has other rows and the same products, also where columns are found one by one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-feed-'))
  const setOf = async (contentType: 'csv' | 'json', text: string) => {
    const path = join(folder, 'feed')
    await writeFile(path, text)
    const options = { out: `${path}.rows`, keyColumn: 'sku', limits: feedLimits, onRows: () => undefined }
    return (await parseFeed({ path, format: { contentType }, config: {} }, options)).set
  }
  try {
    const pot = { sku: 'p1', name: 'Pot' }
    const bowl = { name: 'Bowl', sku: 'p2', price: '7' }
    for (const [one, other] of [
      [await setOf('csv', 'sku,name\np1,Pot\np2,Bowl\n'), await setOf('csv', 'sku,name\np2,Bowl\np1,Pot\n')],
      [await setOf('json', JSON.stringify([pot, bowl])), await setOf('json', JSON.stringify([bowl, pot]))],
    ] as const) {
      assert.ok(one.products)
      assert.equal(one.products, other.products)
      assert.is.not(one.digest, other.digest)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

test.run()
