import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openStores } from '../../../src/adapters/embedded/files/open-stores.ts'
import { projection } from '../../../src/engine/read/projection.ts'

const test = suite<{ dataDir: string }>('a commit whose documents are too large to be changed together')
test.before.each(async context => {
  context.dataDir = await mkdtemp(join(tmpdir(), 'endcap-halves-'))
})
test.after.each(({ dataDir }) => rm(dataDir, { recursive: true }))

/** Two of its documents are more than may be changed together; an event with a reason throws it. */
const fragile = projection<{ readonly text: string }>({
  name: 'fragile',
  version: 1,
  codec: t.type({ text: t.string }),
  indexes: [],
  categories: ['note'],
  idOf: event => event.stream,
  evolve: (_, { data }) => {
    if (typeof data === 'string') throw new TypeError(data)
    return { text: 'x'.repeat(2_400_000) }
  },
})

test('a view that stopped in its first half is not followed further: the event that stopped it is reported', ({
  dataDir,
}) => {
  const stores = openStores({ dataDir, projections: [fragile], maxLogPages: undefined, node: 'a' })
  try {
    while (stores.builder.step());
    const appended = (expected: number, data: readonly unknown[]) =>
      data.map((each, n) => ({
        stream: `note-${n}`,
        expected,
        expectedId: undefined,
        events: [crypto.randomUUID(), 'Noted', JSON.stringify(each), '{}'],
      }))
    stores.feed(stores.append(appended(-1, [{}, {}])))
    assert.equal(stores.failed(), [])
    stores.feed(stores.append(appended(0, ['first', 'second'])))
    assert.equal(
      stores.failed().map(({ position, reason }) => [position, reason]),
      [[3, 'TypeError: first']],
    )
  } finally {
    stores.close()
  }
})

test.run()
