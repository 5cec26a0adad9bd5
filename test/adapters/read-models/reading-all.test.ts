import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { embeddedReadModels } from '../../../src/adapters/embedded/reading/read-models.ts'
import { documentReads } from '../../../src/adapters/read-models/mongodb/document-reads.ts'
import type { ReadModels, ViewRef } from '../../../src/ports/read-models.ts'

const view: ViewRef = { name: 'growing', version: 1, indexes: [] }
const json = '"x"'
const many = 500

/** The sizes of the pages that are read of a view which has this many documents at first, and one more after each reading. */
const pagesOf = async (documents: number, open: (page: () => readonly string[]) => Pick<ReadModels, 'all'>) => {
  const pages: number[] = []
  let [last, end] = [0, documents]
  const page = () => {
    const ids: string[] = []
    while (last < end && ids.length < many) ids.push(String(last++).padStart(6, '0'))
    end++
    if (pages.push(ids.length) > 5) throw new Error('it does not end')
    return ids
  }
  for await (const _ of open(page).all(view));
  return pages
}
type Parts = Parameters<typeof documentReads>
const mongodb = (page: () => readonly string[]) => {
  const find = async function* () {
    for (const _id of page()) yield { _id, json, position: 1n }
  }
  const [collections, known] = [{ documents: () => ({ find }) }, { of: async () => ({ collection: 'c' }) }]
  const failed: Parts[3] = error => {
    throw error
  }
  return documentReads(collections as unknown as Parts[0], known as unknown as Parts[1], answer => answer, failed)
}
const embedded = (page: () => readonly string[]) => {
  const reads = { allPage: async () => page().map(id => [id, json, 1]) }
  const [writer, other] = [{ onNews: () => undefined }, () => assert.unreachable()]
  type Given = Parameters<typeof embeddedReadModels>
  return embeddedReadModels(...([writer, reads, other, {}, other] as unknown as Given))
}

for (const [name, open] of Object.entries({ mongodb, embedded }))
  test(`a view that goes on growing is not read for ever (${name})`, async () => {
    assert.equal(await pagesOf(3, open), [3])
    assert.equal(await pagesOf(many, open), [many, 1])
  })

test('the next page of a view in MongoDB is read while one is used', async () => {
  const sizes = [many, 1]
  const asked: number[] = []
  const page = () => {
    const first = asked.reduce((sum, size) => sum + size, 0)
    const size = sizes[asked.length] ?? 0
    asked.push(size)
    return Array.from({ length: size }, (_, n) => String(first + n).padStart(6, '0'))
  }
  const documents = mongodb(page).all(view)[Symbol.asyncIterator]()
  await documents.next()
  assert.equal(asked, [many, 1])
})

test('a reading of a view that ends early leaves a failure of the next page behind', async () => {
  let asked = 0
  const page = () => {
    if (++asked > 1) throw new Error('the server is away')
    return Array.from({ length: many }, (_, n) => String(n).padStart(6, '0'))
  }
  for await (const { id } of mongodb(page).all(view)) if (id === '000001') break
  assert.is(asked, 2)
})

test.run()
