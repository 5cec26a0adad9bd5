import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { creatives } from '../../../projections/creatives/creatives.ts'
import { everyDocument } from '../../../src/engine/read/documents.ts'
import type { ReadModels } from '../../../src/ports/read-models.ts'
import { memoryReadModels } from '../../support/memory/read-models.ts'

test('all documents of a view are read in parts of limited size, whatever the size of a document', async () => {
  const views = memoryReadModels()
  const text = 'x'.repeat(300_000)
  for (let i = 0; i < 20; i++) views.put(creatives, `acme:12:pot ${10 + i}`, { campaignKey: 'acme:12', i, text })
  const parts: number[] = []
  const find: ReadModels['find'] = async (view, query) => {
    const page = await views.find(view, query)
    parts.push(page.documents.length)
    return page
  }
  const where = { field: ['campaignKey'], is: '=', value: 'acme:12' } as const
  const all = await Array.fromAsync(everyDocument({ find }, creatives, { where }))
  assert.equal(
    all.map(document => (document as unknown as { i: number }).i),
    Array.from({ length: 20 }, (_, i) => i),
  )
  assert.equal(parts, [4, 4, 4, 4, 4])
})

test('hardly more documents are asked for than a page has room for, and many again when they are small', async () => {
  const views = memoryReadModels()
  const sizes = Array.from({ length: 2_000 }, (_, i) => (i < 200 ? 100_000 : 100))
  for (const [i, size] of sizes.entries())
    views.put(creatives, `acme:12:pot ${1_000 + i}`, { campaignKey: 'acme:12', i, text: 'x'.repeat(size) })
  let [asked, pages] = [0, 0]
  const find: ReadModels['find'] = (view, query) => {
    asked += query.limit
    pages++
    return views.find(view, query)
  }
  const where = { field: ['campaignKey'], is: '=', value: 'acme:12' } as const
  const all = await Array.fromAsync(everyDocument({ find }, creatives, { where }))
  assert.equal(
    all.map(document => (document as unknown as { i: number }).i),
    [...sizes.keys()],
  )
  assert.ok(asked <= 3_500, `${asked} were asked for`)
  assert.ok(pages <= 35, `in ${pages} pages`)
})

test.run()
