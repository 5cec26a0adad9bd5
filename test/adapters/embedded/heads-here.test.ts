import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { headsHere } from '../../../src/adapters/embedded/reading/heads-here.ts'
import type { AsyncReads } from '../../../src/adapters/embedded/reading/reads.ts'
import { batchAppender } from '../../../src/adapters/event-log/sqlite/append-batch.ts'
import { openLog } from '../../../src/adapters/event-log/sqlite/schema.ts'

type Context = { dir: string; db: ReturnType<typeof openLog>; elsewhere: string[]; heads: AsyncReads }
const test = suite<Context>('heads of streams on the main thread')
test.before.each(async context => {
  context.dir = await mkdtemp(join(tmpdir(), 'endcap-heads-'))
  context.db = openLog(join(context.dir, 'log.db'))
  context.elsewhere = []
  const other = async (stream: string) => {
    context.elsewhere.push(stream)
    return [9, 9] as const
  }
  context.heads = headsHere(context.dir, { streamHead: other, close: async () => {} } as unknown as AsyncReads)
})
test.after.each(async ({ dir, db, heads }) => {
  await heads.close()
  db.close()
  await rm(dir, { recursive: true })
})

const append = ({ db }: Context, stream: string, expected: number) =>
  batchAppender(db)([{ stream, expected, expectedId: undefined, events: [crypto.randomUUID(), 'Noted', '{}', '{}'] }])

test('those of one turn are read at its end, whatever was written meanwhile', async context => {
  const { heads, elsewhere } = context
  append(context, 'a-1', -1)
  const asked = ['a-1', 'b-1', 'none-1'].map(stream => heads.streamHead(stream))
  append(context, 'a-1', 0)
  append(context, 'b-1', -1)
  assert.equal(await Promise.all(asked), [
    [1, 2],
    [0, 3],
    [-1, 0],
  ])
  append(context, 'a-1', 1)
  assert.equal(await heads.streamHead('a-1'), [2, 4])
  assert.equal(elsewhere, [])
})

test('what cannot be read here is asked for on the other thread', async context => {
  context.db.exec('DROP TABLE stream')
  assert.equal(await Promise.all(['a-1', 'b-1'].map(stream => context.heads.streamHead(stream))), [
    [9, 9],
    [9, 9],
  ])
  assert.equal(context.elsewhere, ['a-1', 'b-1'])
})

test.run()
