import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Embedded, openEmbedded } from '../../../src/adapters/embedded/open-embedded.ts'
import { openReads } from '../../../src/adapters/embedded/reading/reads.ts'
import { written } from '../event-log.contract.ts'
import { largeNotes } from './large-notes.ts'

const test = suite<{ dataDir: string }>('large documents of embedded views')
/** Together, as texts, parsed and written again, they take more than the heap of the writing thread. */
const streams = Array.from({ length: 30 }, (_, n) => `large-${n}`)
/** Of an event: nearly a megabyte of text, and several times as much in memory. A document is made of three. */
const members = 70_000
const items = Array.from({ length: members }, (_, n) => ({ n }))
/** Milliseconds until views have caught up; generous for busy machines. */
const patience = 180_000

test.before(async context => {
  context.dataDir = await mkdtemp(join(tmpdir(), 'endcap-large-documents-'))
})
test.after(({ dataDir }) => rm(dataDir, { recursive: true }))

const withStores = async (dataDir: string, work: (embedded: Embedded) => Promise<void>): Promise<void> => {
  const ended: string[] = []
  const projections = new URL('./large-notes.ts', import.meta.url).href
  const embedded = await openEmbedded({ dataDir, projections, onFatal: reason => void ended.push(reason) })
  try {
    await work(embedded)
  } finally {
    await embedded.close()
  }
  assert.equal(ended, [])
}
const assertTouched = async ({ readModels, log }: Embedded, times: number): Promise<void> => {
  assert.ok(await readModels.waitFor(await log.head(), patience))
  for (const stream of streams) {
    const { touched, items } = JSON.parse((await readModels.get(largeNotes, stream))?.json ?? '{}')
    assert.equal([touched, items?.length], [times, 3 * members], stream)
  }
}

test('many that are changed by one commit are changed some at a time', ({ dataDir }) =>
  withStores(dataDir, async embedded => {
    for (const stream of streams)
      for (const revision of [-1, 0, 1])
        assert.ok(E.isRight(await embedded.log.append(stream, [written({ items })], revision)))
    await assertTouched(embedded, 3)
    const answers = await Promise.all(streams.map(stream => embedded.log.append(stream, [written({})], 2)))
    assert.ok(answers.every(E.isRight))
    await assertTouched(embedded, 4)
  }))

test('views of them are brought up to date at the start, and built anew', async ({ dataDir }) => {
  await withStores(dataDir, async embedded => {
    await embedded.rebuild(undefined)
    await assertTouched(embedded, 4)
  })
  for (const file of ['views.db', 'views.db-wal', 'views.db-shm']) await rm(join(dataDir, file), { force: true })
  await withStores(dataDir, embedded => assertTouched(embedded, 4))
})

test('all of them are read a few at a time', ({ dataDir }) =>
  withStores(dataDir, async ({ readModels }) => {
    const reads = openReads(dataDir)
    const page = reads.allPage(largeNotes, '')
    reads.close()
    assert.ok(page.length > 0 && page.length < 3, `${page.length} together`)
    const all = await Array.fromAsync(readModels.all(largeNotes), ({ id }) => id)
    assert.equal(all, streams.toSorted())
  }))

test.run()
