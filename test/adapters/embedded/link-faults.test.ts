import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { linkFaults } from '../../../src/adapters/embedded/log/link-faults.ts'
import { batchAppender } from '../../../src/adapters/event-log/sqlite/append-batch.ts'
import { linkReader } from '../../../src/adapters/event-log/sqlite/links.ts'
import { openLog } from '../../../src/adapters/event-log/sqlite/schema.ts'
import { inFolder } from '../../support/memory/secrets.ts'

const test = suite('what a log keeps beside its events')

const streams = 4_000

/** The faults of a log of two pages of events after a change to its file, and the pages of links that were held to name them. */
const faultsAfter = async (change: string) => {
  let found: readonly string[] = []
  let held = 0
  await inFolder(async folder => {
    const db = openLog(join(folder, 'log.db'))
    const append = batchAppender(db)
    for (const revision of [0, 1])
      append(
        Array.from({ length: streams }, (_, n) => ({
          stream: `pot-${n}`,
          expected: revision - 1,
          expectedId: undefined,
          events: [`${n}-${revision}`, 'Watered', '{}', '{}'],
        })),
      )
    db.exec(change)
    const { links, ends, wrongLink, wrongEnd, hasAllEnds } = linkReader(db)
    const reads = {
      links: async (...asked: Parameters<typeof links>) => {
        held++
        return links(...asked)
      },
      ends: async (...asked: Parameters<typeof ends>) => ends(...asked),
      wrongLink: async (...asked: Parameters<typeof wrongLink>) => wrongLink(...asked),
      wrongEnd: async (...asked: Parameters<typeof wrongEnd>) => wrongEnd(...asked),
      hasAllEnds: async () => hasAllEnds(),
      head: async () => Number(db.prepare('SELECT coalesce(max(position), 0) FROM event').pluck().get()),
    }
    const faults = await Array.fromAsync(linkFaults(reads, 2 * streams))
    found = faults.map(({ where }) => where)
    db.close()
  })
  return { found, held }
}

test('a log that agrees with its events is checked without holding the ends of its streams', async () => {
  assert.equal(await faultsAfter(''), { found: [], held: 0 })
})

for (const [what, change, where] of [
  ['names a later event', 'UPDATE event SET previous = 7999 WHERE position = 7000', 'pot-2999@1'],
  ['names an event of another stream', 'UPDATE event SET previous = 5 WHERE position = 7000', 'pot-2999@1'],
  ['begins its stream again', 'UPDATE event SET previous = 0 WHERE position = 7000', 'pot-2999@1'],
  [
    'is not the end that is kept',
    "UPDATE stream SET position = 3000, revision = 0 WHERE stream = 'pot-2999'",
    'pot-2999',
  ],
  ['has an end of another revision', "UPDATE stream SET revision = 0 WHERE stream = 'pot-2999'", 'pot-2999'],
  ['has no end', "DELETE FROM stream WHERE stream = 'pot-2999'", 'pot-2999'],
] as const)
  test(`an event that ${what} is found`, async () => {
    const { found, held } = await faultsAfter(change)
    assert.equal(found, [where])
    assert.ok(held > 0)
  })

test.run()
