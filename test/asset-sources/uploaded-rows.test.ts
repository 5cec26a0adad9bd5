import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { creatives } from '../../projections/creatives/creatives.ts'
import { uploadedColumns } from '../../src/asset-sources/uploaded-rows.ts'
import type { CreativesEvent } from '../../src/domain/creatives/events.ts'
import type { ReadModels } from '../../src/ports/read-models.ts'
import { creative, creativeDeleted, creativeSaved } from '../support/examples/campaign.ts'
import { projectBatch } from '../support/given/project-batch.ts'
import { inStream } from '../support/given/projection.ts'
import { memoryReadModels } from '../support/memory/read-models.ts'

const saved = (name: string, ...columns: readonly string[]) =>
  creativeSaved(
    creative(name, '', {
      columns: columns.map(columnName => ({ columnName, columnValue: name, adUnitTransformations: [] })),
    }),
  )

/** The columns of campaign 12 after these events, and how many documents and pages were read for them. */
const columnsAfter = async (...events: readonly CreativesEvent[]) => {
  const views = memoryReadModels()
  const other = inStream('creatives-acme:1', [saved('pot', 'other')])
  const { changes } = projectBatch([creatives], [...other, ...inStream('creatives-acme:12', events)], () => [])
  for (const { id, json } of changes.get(creatives) ?? []) if (json) views.put(creatives, id, JSON.parse(json))
  let [documents, pages] = [0, 0]
  const find: ReadModels['find'] = async (view, query) => {
    const page = await views.find(view, query)
    pages++
    documents += page.documents.length
    return page
  }
  return { columns: await uploadedColumns({ find }, 'acme:12'), documents: () => documents, pages: () => pages }
}

const column = fc.constantFrom('a', 'b', 'c', 'd', '__proto__')
const name = fc.constantFrom('pot', 'can', 'Änne', '\u{1f331}', '\uffee')
const history = fc.array(
  fc.oneof(
    fc.tuple(name, fc.uniqueArray(column)).map(([of, columns]) => saved(of, ...columns)),
    name.map(of => creativeDeleted(of)),
  ),
)

test('the columns are those of all creatives, in the order in which their rows show them', async () => {
  await fc.assert(
    fc.asyncProperty(history, async events => {
      const left = new Map<string, readonly string[]>()
      for (const { type, data } of events)
        if (type === 'CreativeDeleted') left.delete(data.creativeName)
        else
          left.set(
            data.creative.creativeName,
            data.creative.columns.map(({ columnName }) => columnName),
          )
      const rows = [...left].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      const { columns } = await columnsAfter(...events)
      assert.equal(columns, [...new Set(['creativeName', ...rows.flatMap(([, own]) => own)])])
    }),
  )
})

test('of thousands of creatives with the same columns one is read, so that a page does not cost as much as all rows', async () => {
  const same = Array.from({ length: 3_000 }, (_, i) =>
    saved(`pot ${i}`, ...(i % 2 ? ['text', 'price'] : ['price', 'text'])),
  )
  const { columns, documents } = await columnsAfter(...same, saved('can', 'price'))
  assert.equal(columns, ['creativeName', 'price', 'text'])
  assert.ok(documents() <= 5, `${documents()} of 3,001 creatives were read`)
})

test('creatives with columns of their own each are read in few pages', async () => {
  const { columns, pages } = await columnsAfter(...Array.from({ length: 2_000 }, (_, i) => saved(`pot ${i}`, `c${i}`)))
  assert.is(columns.length, 2_001)
  assert.ok(pages() < 20, `they were read in ${pages()} pages`)
})

test('a campaign without creatives has the column of their names', async () => {
  assert.equal((await columnsAfter()).columns, ['creativeName'])
})

test.run()
