import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openStores } from '../../../src/adapters/embedded/files/open-stores.ts'
import { nearness } from '../../../src/adapters/embedded/views/feed-views.ts'
import { notes, tally } from './notes.ts'

const test = suite<{ dataDir: string }>('a commit of many events')
test.before.each(async context => {
  context.dataDir = await mkdtemp(join(tmpdir(), 'endcap-many-'))
})
test.after.each(({ dataDir }) => rm(dataDir, { recursive: true }))

const noted = () => [crypto.randomUUID(), 'NoteWritten', '{}', '{}'] as const
const appendOf = (stream: string, count: number) => ({
  stream,
  expected: -1,
  expectedId: undefined,
  events: Array.from({ length: count }, noted).flat(),
})

test('views reflect it, however many its events are, and what is written after it', ({ dataDir }) => {
  const stores = openStores({ dataDir, projections: [notes, tally], maxLogPages: undefined, node: 'a' })
  try {
    while (stores.builder.step());
    stores.feed(stores.append([appendOf('note-before', 1)]))
    const many = stores.feed(stores.append([appendOf('note-copy', nearness), appendOf('note-other', nearness)]))
    assert.equal([many.head, many.reflected], [2 * nearness + 1, 2 * nearness + 1])
    const next = stores.feed(stores.append([appendOf('note-after', 1)]))
    assert.equal([next.head, next.reflected], [2 * nearness + 2, 2 * nearness + 2])
  } finally {
    stores.close()
  }
})

test.run()
