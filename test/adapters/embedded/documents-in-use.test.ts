import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openStores } from '../../../src/adapters/embedded/files/open-stores.ts'
import { projection } from '../../../src/engine/read/projection.ts'

const test = suite<{ dataDir: string }>('documents that a build uses')
test.before.each(async context => {
  context.dataDir = await mkdtemp(join(tmpdir(), 'endcap-in-use-'))
})
test.after.each(({ dataDir }) => rm(dataDir, { recursive: true }))

const text = 'x'.repeat(90_000)
/** Documents that fill the memory of a build once, so that it goes on with stored ones; and how many of them are used then. */
const [all, used] = [520, 300]
/** How often each of them changes, in turn: a page of events changes more of them than may be loaded at once. */
const times = 12

test('those that fit into memory are read once, not with each page of events', ({ dataDir }) => {
  const made = new WeakSet<object>()
  let read = 0
  const notes = projection<{ readonly text: string; readonly n: number }>({
    name: 'notes',
    version: 1,
    codec: t.type({ text: t.string, n: t.number }),
    indexes: [],
    categories: ['note'],
    idOf: event => event.stream,
    evolve: document => {
      if (document && !made.has(document)) read++
      const after = { text, n: (document?.n ?? 0) + 1 }
      made.add(after)
      return after
    },
  })
  const stores = openStores({ dataDir, projections: [notes], maxLogPages: undefined, node: 'a' })
  try {
    const append = (count: number, expected: number) =>
      stores.append(
        Array.from({ length: count }, (_, n) => ({
          stream: `note-${n}`,
          expected,
          expectedId: undefined,
          events: [crypto.randomUUID(), 'Noted', '{}', '{}'],
        })),
      )
    append(all, -1)
    for (let time = 0; time < times; time++) append(used, time)
    while (stores.builder.step());
    assert.equal(stores.failed(), [])
    assert.ok(read >= used, `${read} were read`)
    // twice as often on a machine that takes ten seconds, after which what is held is written
    assert.ok(read < (used * times) / 4, `${read} were read`)
  } finally {
    stores.close()
  }
})

test.run()
