import { MongoClient } from 'mongodb'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FeedRow } from '../../../src/adapters/read-models/mongodb/documents.ts'
import { openMongoReadModels } from '../../../src/adapters/read-models/mongodb/open-read-models.ts'
import { feedIdOf, newFeed } from '../../../src/adapters/read-models/mongodb/views.ts'
import type { Leading } from '../../../src/adapters/read-models/mongodb/watch.ts'
import { openMongoSecretStore } from '../../../src/adapters/secret-store/mongodb.ts'
import type { Feeding, ViewRef } from '../../../src/ports/read-models.ts'
import { type MongoUnderTest, onMongo, startMongo } from '../../support/servers/mongodb.ts'
import { inTime } from '../../support/waiting/in-time.ts'

type Context = {
  server: MongoUnderTest
  client: MongoClient
  view: ViewRef
  turn: number
  closing: (() => Promise<unknown>)[]
}

/** Nodes that compete for one lease: which ones work now, and the maximum at the same time. */
const nodesOn = ({ server, view, closing }: Context) => {
  const working = new Set<string>()
  const starts: string[] = []
  let most = 0
  let changed: () => void = () => {}
  let skew = 0
  const feedings = new Map<string, Feeding>()
  const node = async (id: string): Promise<Leading> => {
    const opened = await openMongoReadModels({
      url: server.url,
      views: () => [view],
      node: id,
      silenceMs: 600_000,
      clock: { now: () => new Date(), monotonic: () => performance.now() + skew },
    })
    closing.push(opened.readModels.close)
    const leading = opened.lead(
      feeding => {
        feedings.set(id, feeding)
        starts.push(id)
        working.add(id)
        most = Math.max(most, working.size)
        changed()
        return {
          stop: async () => {
            working.delete(id)
            changed()
          },
        }
      },
      error => assert.unreachable(String(error)),
    )
    closing.push(leading.stop)
    return leading
  }
  const until = (holds: () => boolean) => {
    const turns = async () => {
      while (!holds()) await new Promise<void>(resolve => (changed = resolve))
    }
    return inTime('another node to work', turns(), () => [...working].join())
  }
  return { node, working, starts, feedings, most: () => most, until, later: (ms: number) => (skew += ms) }
}

onMongo('leases and secrets in MongoDB', server => {
  const test = suite<Context>(`leases and secrets (${server})`)
  test.before(async context => {
    context.server = await startMongo()
    context.client = new MongoClient(context.server.url, { useBigInt64: true })
    context.turn = 0
  })
  test.before.each(context => {
    context.turn += 1
    context.closing = []
    context.view = { name: `led-${context.turn}`, version: 1, indexes: [] }
  })
  test.after.each(async ({ closing }) => {
    for (const close of closing.reverse()) await close()
  })
  test.after(async ({ client, server: { close } }) => {
    await client.close()
    await close()
  })
  const feeds = ({ client }: Context) => client.db().collection<FeedRow>('feeds')
  const rowOf = (context: Context) => feeds(context).findOne({ _id: feedIdOf([context.view]) })

  test('one of three nodes works; when it stops, another takes over', async context => {
    const { node, working, starts, most, until } = nodesOn(context)
    const nodes = new Map<string, Leading>()
    for (const id of ['a', 'b', 'c']) nodes.set(id, await node(id))
    for (let turn = 1; turn <= 3; turn++) {
      await until(() => working.size === 1)
      const [leader] = working
      assert.ok(nodes.get(leader!)!.leads())
      await nodes.get(leader!)!.stop()
      nodes.delete(leader!)
      assert.ok(!working.has(leader!))
    }
    assert.equal([...new Set(starts)].sort(), ['a', 'b', 'c'])
    assert.is(most(), 1)
  })

  test('another node takes over from one without beats after the silence, and not before', async context => {
    const { node, working, until, later } = nodesOn(context)
    // what a dead node leaves: a holder whose beat does not change
    const dead = { ...newFeed(feedIdOf([context.view]), 'dead'), turn: 41, beat: 7 }
    await feeds(context).insertOne(dead)
    const waits = await node('waits')
    assert.is((await rowOf(context))?.holder, 'dead')
    later(600_001)
    // the silence starts when the beat was first seen, which may be after the jump
    const pushing = setInterval(() => later(600_001), 10)
    await until(() => working.has('waits'))
    clearInterval(pushing)
    const row = await rowOf(context)
    assert.is(row?.holder, 'waits')
    // a jump right after it took over may make its own first beat late, and it takes over again, until its beats go on
    assert.ok(Number(row?.turn) > dead.turn, `turn ${row?.turn}`)
    for (let beat = row?.beat ?? 0; beat < (row?.beat ?? 0) + 2; beat = (await rowOf(context))?.beat ?? 0);
    await waits.stop()
    assert.is((await rowOf(context))?.holder, null, 'the lease is released')
  })

  test('a holder whose lease was taken stops its work, and what it still writes changes nothing', async context => {
    const { node, working, feedings, until } = nodesOn(context)
    const held = await node('slow')
    await until(() => working.has('slow'))
    const feeding = feedings.get('slow')!
    assert.equal([...(await feeding.positions([context.view])).values()], [0n])
    const taken = { $set: { holder: 'other' }, $inc: { beat: 1, turn: 1 } }
    await feeds(context).updateOne({ _id: feedIdOf([context.view]) }, taken)
    await until(() => working.size === 0)
    const late = feeding.write({ changes: new Map(), positions: new Map([[context.view, { from: 0n, to: 9n }]]) })
    assert.is(
      await late.then(
        () => 'applied',
        () => 'refused',
      ),
      'refused',
    )
    await held.stop()
    const row = await rowOf(context)
    assert.equal([row?.holder, row?.position], ['other', 0n], 'it releases only its own lease')
  })

  test('nodes of one release share the feed, whatever the order of their views', () => {
    const [a, b] = [1, 2].map(version => ({ name: 'notes', version, indexes: [] }))
    assert.is(feedIdOf([a!, b!]), feedIdOf([b!, a!]))
    assert.is.not(feedIdOf([a!]), feedIdOf([b!]))
  })

  test('a secret is replaced only if it is still the expected one', async ({ client }) => {
    const [one, two] = [openMongoSecretStore(client.db()), openMongoSecretStore(client.db())]
    await one.put('replaced', 'first')
    assert.is(await one.replace('replaced', 'first', 'one'), true)
    assert.is(await two.replace('replaced', 'first', 'two'), false)
    assert.is(await two.get('replaced'), 'one')
    await one.delete('replaced')
    assert.is(await two.replace('replaced', 'one', 'two'), false)
  })

  test('nodes that create a secret at once all get the same one, and a deleted one is gone', async ({ client }) => {
    const [one, two] = [openMongoSecretStore(client.db()), openMongoSecretStore(client.db())]
    const put = await Promise.all(
      Array.from({ length: 10 }, (_, i) => (i % 2 ? one : two).put('pepper', `sealed-${i}`)),
    )
    assert.is(new Set(put).size, 1)
    assert.is(await two.get('pepper'), put[0])
    assert.is(await one.put('pepper', 'later'), put[0])
    await one.delete('pepper')
    assert.is(await two.get('pepper'), undefined)
    assert.is(await two.put('pepper', 'new'), 'new')
  })

  test.run()
})
