import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { StreamBroken } from '../../../src/ports/store-away.ts'
import { appended, written } from '../event-log.contract.ts'
import { everything, following, type Nodes, revisionsOf, startNodes } from './nodes.ts'

const test = suite<Nodes>('EventStoreDB: what operators do to streams')
test.before.each(async context => {
  Object.assign(context, await startNodes())
})
test.after.each(context => context.close())

const messageOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'nothing was thrown',
    (error: unknown) => (error instanceof StreamBroken ? error.message : `thrown: ${error}`),
  )

test('the mark of a deleted stream is no event of ours: views, head and audit go on without it', async ({
  open,
  store,
}) => {
  const log = await open()
  const { seen, until, reached } = following(log)
  appended(await log.append('note-1', [written(1)], -1))
  appended(await log.append('note-2', [written(1)], -1))
  await store.send({ order: 'tombstone', stream: 'endcap_note-1' })
  await reached(await log.head())
  const started = await open()
  await following(started).reached(await started.head())
  assert.equal(revisionsOf(await everything(log)), ['note-1@0', 'note-2@0'])
  appended(await log.append('note-2', [written(2)], 0))
  await until(3)
  assert.equal(revisionsOf(seen), ['note-1@0', 'note-2@0', 'note-2@1'])
})

test('reads of a deleted stream, and appends to it, say so', async ({ open, store }) => {
  const log = await open()
  appended(await log.append('note-1', [written(1)], -1))
  await store.send({ order: 'tombstone', stream: 'endcap_note-1' })
  const calls = [
    () => log.readStream('note-1'),
    () => log.streamHead('note-1'),
    async () => log.lastRevision?.('note-1'),
    () => log.append('note-1', [written(2)], 0),
  ]
  for (const call of calls)
    assert.match(await messageOf(call()), /^note-1 has a gap: it was deleted in EventStoreDB\. Restore a backup/)
})

test('nothing is read of a stream whose first events are truncated, so that nothing is decided on the rest', async ({
  open,
  store,
}) => {
  const log = await open()
  appended(await log.append('note-1', [written(1), written(2), written(3)], -1))
  await store.send({ order: 'truncate', stream: 'endcap_note-1', before: 2 })
  const pages = async (from?: number) => {
    const revisions: number[] = []
    for await (const page of log.readStreamPages('note-1', from === undefined ? {} : { from }))
      revisions.push(...page.map(({ revision }) => revision))
    return revisions
  }
  const broken = /^note-1 has a gap: EventStoreDB no longer returns its events before revision 2\./
  assert.match(await messageOf(pages()), broken)
  assert.match(await messageOf(pages(1)), broken)
  assert.match(await messageOf(log.readStream('note-1')), broken)
  assert.equal(await pages(2), [2], 'a state of before is still good')
})

test.run()
